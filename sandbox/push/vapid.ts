import { createPublicKey, verify } from 'node:crypto'

const DAY_SECONDS = 24 * 60 * 60

/** Why a push service refuses a sender (RFC 8292); null if the signature is valid. */
export function refusalOfVapid(authorization: string, audience: string): string | null {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key === '') return 'the authorization is not vapid'
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return 'k is no public key'
  try {
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
    const signer = {
      key: createPublicKey({ format: 'jwk', key: jwk }),
      dsaEncoding: 'ieee-p1363' as const,
    }
    const signed = Buffer.from(`${header}.${claims}`)
    if (!verify('sha256', signed, signer, Buffer.from(signature, 'base64url'))) return 'the signature is wrong'
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const left_seconds = exp - Date.now() / 1000
    if (aud !== audience) return `aud is ${aud}, not ${audience}`
    if (!(left_seconds > 0 && left_seconds <= DAY_SECONDS)) return 'exp must be within a day'
    return /^(https:|mailto:)/.test(sub) ? null : 'sub is no address'
  } catch {
    return 'the token cannot be read'
  }
}
