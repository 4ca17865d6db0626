import { createHmac } from 'node:crypto'

/** `flutterwave-signature`: base64 of HMAC-SHA256 over the raw body, keyed with the secret hash. */
export const signBody = (secret_hash: string, raw_body: string): string =>
  createHmac('sha256', secret_hash).update(raw_body).digest('base64')

export type WebhookAuth = 'verif-hash' | 'signature' | 'both'

/** The headers that prove the sender: the static hash, the signature, or both. */
export function proofHeaders(auth: WebhookAuth, secret_hash: string, raw_body: string): Record<string, string> {
  const headers: Record<string, string> = {}
  if (auth !== 'signature') headers['verif-hash'] = secret_hash
  if (auth !== 'verif-hash') headers['flutterwave-signature'] = signBody(secret_hash, raw_body)
  return headers
}
