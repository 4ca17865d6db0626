import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The envelope of every success. */
export const succeed = (c: Context, message: string, data: unknown, extra: object = {}): Response =>
  c.json({ status: 'success', message, ...extra, data })

/**
 * The envelope of every refusal (docs/providers.md#flutterwave-errors): 400 validation, 401 key, 404 unknown resource.
 */
export const refuse = (c: Context, status: ContentfulStatusCode, message: string): Response =>
  c.json({ status: 'error', message, data: null }, status)

/** The gateway's answer when it gives up after 28 s: the outcome is unknown. */
export const giveUp = (c: Context): Response => refuse(c, 503, 'An error occurred. Please contact support')

export const tooMany = (c: Context) => refuse(c, 429, 'Too many requests, please try again later')

/** A proxy's error page where JSON was expected. */
export const nonsense = (c: Context) =>
  c.html('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>')

/** The body as an object, or null when it is not JSON or not an object. */
export async function readBody(c: Context): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await c.req.json()
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
