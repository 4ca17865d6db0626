import { type Kobo, kobo } from '../../domain/money.ts'
import { readJson } from '../../domain/plain-text.ts'

/** The JSON object in a gateway's request; empty for everything else. */
export function readObject(body: string): Readonly<Record<string, unknown>> {
  const value = readJson(body)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Text or a number as text, at most 200 characters; null for everything else. */
export function shortText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return String(value).trim().slice(0, 200) || null
}

/** A cost in naira as gateways write it ("3.00", 4.5) in whole kobo; null if invalid or above NGN 1,000. */
export function toldKobo(value: unknown): Kobo | null {
  const text = shortText(value)
  if (text === null || !/^\d{1,4}(\.\d{1,6})?$/.test(text)) return null
  const told = kobo(Math.round(Number(text) * 100))
  return told <= 1_000_00 ? told : null
}

/** What a server answers under whose address there is no such service: the message was not taken. */
export const NOBODY_THERE: readonly number[] = [404, 405, 410]
