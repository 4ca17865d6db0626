import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { ProviderUnavailable } from '../call-provider.ts'
import type { PushGateway } from './message-gateway.ts'
import { arePushKeys, encryptPush } from './web-push-encryption.ts'

export type WebPushSettings = {
  /** The VAPID key: 32 bytes, base64url. */
  private_key: string
  /** Whom a push service may write to about us: an https or mailto address. */
  subject: string
  /** Origins of push services besides the known ones: the sandbox's, where it is on. */
  other_services: readonly string[]
}

/** Not there any more; or subscribed with another key than ours, which no repeat mends (RFC 8292, 4.2). */
const is_gone = new Set([401, 403, 404, 410])

/** The push services of Chrome and its kin, Firefox, Safari and Edge. What a browser names and is none of them we never call. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
]

const TIMEOUT_SECONDS = 15
/** A day is the most that a push service takes (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 60 * 60

/**
 * Web push (RFC 8030) by the browser's own push service, signed with our VAPID key (RFC 8292). An endpoint comes from a
 * browser, so it is called only where it is https on a known push service, and no redirect is followed: our network is out of
 * reach. Messages of errors hold the service's host only, because the endpoint itself is a secret.
 */
export function webPush(settings: WebPushSettings, clock: Clock): PushGateway {
  const signer = openKey(settings.private_key)
  return {
    name: 'web push',
    public_key: signer.public_key,
    accepts: ({ endpoint, ...keys }) => isPushService(endpoint, settings) && arePushKeys(keys),
    async send({ endpoint, p256dh, auth, payload, ttl_seconds, topic }) {
      if (!isPushService(endpoint, settings))
        return { sent: false, message: 'The endpoint is no push service' }
      const { host, origin } = new URL(endpoint)
      const status = await post(endpoint, host, {
        authorization: vapid(signer, origin, settings.subject, clock.now()),
        body: encryptPush(payload, { p256dh, auth }),
        ttl_seconds,
        topic,
      })
      if (status >= 200 && status < 300) return { sent: true, gateway_message_id: null }
      if (is_gone.has(status)) {
        return { sent: false, message: `${host}: HTTP ${status}`, unsubscribed: true }
      }
      if (status === 429 || status >= 500) throw new ProviderUnavailable(`${host}: HTTP ${status}`)
      return { sent: false, message: `${host}: HTTP ${status}` }
    },
  }
}

function isPushService(endpoint: string, { other_services }: WebPushSettings): boolean {
  if (!URL.canParse(endpoint) || endpoint.length > 1000) return false
  const { protocol, port, username, password, hostname, origin } = new URL(endpoint)
  if (username || password) return false
  if (other_services.includes(origin)) return true
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname))
}

/** The status of the answer. Throws ProviderUnavailable when there was none. */
async function post(
  endpoint: string,
  host: string,
  push: { authorization: string; body: Buffer; ttl_seconds: number; topic: string },
): Promise<number> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: push.authorization,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(push.ttl_seconds),
        urgency: 'high',
        topic: push.topic,
      },
      body: new Uint8Array(push.body),
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    throw new ProviderUnavailable(`${host}: ${error instanceof Error ? error.message : 'no answer'}`)
  }
}

type Signer = { public_key: string; key: KeyObject }

function openKey(private_key: string): Signer {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(private_key, 'base64url')
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: private_key, x: x ?? '', y: y ?? '' },
  })
  return { public_key: point.toString('base64url'), key }
}

function vapid({ key, public_key }: Signer, audience: string, subject: string, now: Date): string {
  const expires_at_seconds = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS
  const claims = { aud: audience, exp: expires_at_seconds, sub: subject }
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${public_key}`
}
