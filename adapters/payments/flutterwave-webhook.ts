import { createHmac } from 'node:crypto'
import { readJson } from '../../domain/plain-text.ts'
import { sameText } from '../same-text.ts'
import type { WebhookReading } from './payment-provider.ts'

/**
 * Reads the body of a Flutterwave webhook (docs/providers.md#flutterwave-webhooks) in both shapes, the v3 envelope and
 * the flat legacy one. Never throws: what cannot be read is of kind `other`.
 */
export function readFlutterwaveWebhook(text: string): WebhookReading {
  const body = parseObject(text)
  const data = isRecord(body['data']) ? body['data'] : body
  const event = typeof body['event'] === 'string' ? body['event'] : ''
  const kind = webhookKind(event, body)
  return {
    kind,
    tx_ref: textOf(data['tx_ref'] ?? data['txRef']),
    provider_transaction_id: textOf(kind === 'refund' ? data['TransactionId'] : data['id']),
    claims_success: kind === 'charge' && data['status'] === 'successful',
  }
}

/**
 * The body of a webhook as it may be stored: only what `readFlutterwaveWebhook` uses, so that no card, payer or address
 * is ever stored. It reads the same as the whole body. Never throws.
 */
export function storableFlutterwaveWebhook(text: string): string {
  const body = parseObject(text)
  const data = body['data']
  return JSON.stringify(isRecord(data) ? { ...readFields(body), data: readFields(data) } : readFields(body))
}

const read_fields = ['event', 'event.type', 'AmountRefunded', 'TransactionId', 'tx_ref', 'txRef', 'id', 'status']

function readFields(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    read_fields.flatMap((field) => {
      const value = body[field]
      // A nested value could hold anything and is never read; only its presence is stored.
      return field in body ? [[field, typeof value === 'object' && value !== null ? false : value]] : []
    }),
  )
}

/**
 * Whether `verif-hash` equals the secret hash, or `flutterwave-signature` is the base64 HMAC-SHA256 of the raw body.
 * The hash does not depend on the body and can be replayed, which is why a webhook is never believed.
 */
export function isGenuineFlutterwaveWebhook(secret_hash: string, headers: Headers, raw_body: Buffer): boolean {
  if (!secret_hash) return false
  const plain = headers.get('verif-hash')
  if (plain !== null && sameText(plain, secret_hash)) return true
  const signature = headers.get('flutterwave-signature')
  return signature !== null && sameText(signature, createHmac('sha256', secret_hash).update(raw_body).digest('base64'))
}

function webhookKind(event: string, body: Record<string, unknown>): 'charge' | 'refund' | 'transfer' | 'other' {
  if ('AmountRefunded' in body) return 'refund'
  if (event.startsWith('transfer.') || body['event.type'] === 'Transfer') return 'transfer'
  if (event.startsWith('charge.') || 'txRef' in body) return 'charge'
  return 'other'
}

function parseObject(text: string): Record<string, unknown> {
  const value = readJson(text)
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
