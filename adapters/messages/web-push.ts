import { createECDH, ECDH } from 'node:crypto'
import web_push from 'web-push'
import { ProviderUnavailable } from '../call-provider.ts'
import type { PushGateway } from './message-gateway.ts'

export type WebPushSettings = {
  /** The VAPID key: 32 bytes, base64url. */
  private_key: string
  /** Where a push service may write to us: an https or mailto address. */
  subject: string
  /** Origins of push services besides the known ones: the sandbox's, if it is on. */
  other_services: readonly string[]
}

/** Gone, or subscribed with another key than ours, which no repeat can fix (RFC 8292, 4.2). */
const is_gone = new Set([401, 403, 404, 410])

/** The push services of Chrome and its kin, Firefox, Safari and Edge. Addresses at any other host are never called. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
]

const CURVE = 'prime256v1'
const TIMEOUT_SECONDS = 15
/** No push service takes more than 4096 bytes (RFC 8030, 7.2), and encryption adds 103. */
const MOST_BYTES = 4096 - 103

/**
 * Web push (RFC 8030) by the browser's own push service, signed with our VAPID key (RFC 8292). An endpoint comes from a
 * browser, so it is called only if it is https on a known push service, and no redirect is followed: nobody can reach
 * our own network through it. Error messages only hold the service's host, because the endpoint itself is a secret.
 */
export function webPush(settings: WebPushSettings): PushGateway {
  const { private_key, subject } = settings
  const pair = createECDH(CURVE)
  pair.setPrivateKey(private_key, 'base64url')
  const public_key = pair.getPublicKey('base64url')
  return {
    name: 'web push',
    public_key,
    accepts: ({ endpoint, ...keys }) => isPushService(endpoint, settings) && arePushKeys(keys),
    async send({ endpoint, p256dh, auth, payload, ttl_seconds, topic }) {
      if (!isPushService(endpoint, settings)) return { sent: false, message: 'The endpoint is no push service' }
      const bytes = Buffer.byteLength(payload)
      if (bytes > MOST_BYTES) throw new Error(`A push message holds ${MOST_BYTES} bytes, not ${bytes}`)
      const { host } = new URL(endpoint)
      const sealed = web_push.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey: public_key, privateKey: private_key },
        TTL: ttl_seconds,
        urgency: 'high',
        topic,
      })
      const status = await post(endpoint, host, sealed)
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

/** Whether these are the keys of a subscription: 16 bytes, and a point on the curve. */
function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url')
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

/** The status of the answer. Throws ProviderUnavailable when there was none. */
async function post(
  endpoint: string,
  host: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<number> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    throw new ProviderUnavailable(`${host}: ${error instanceof Error ? error.message : 'no answer'}`)
  }
}
