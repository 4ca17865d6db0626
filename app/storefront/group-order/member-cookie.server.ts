import { randomBytes } from 'node:crypto'
import { createCookie } from 'react-router'
import { isSecret } from '../../../domain/checkout/group-orders/rules.ts'

/** A group order may be for tomorrow, and is looked at after it came. */
const KEPT_SECONDS = 3 * 24 * 60 * 60

/** One for each group order, by the beginning of its token, so that one browser can be in several. */
const cookieOf = (token: string) =>
  createCookie(`group-${token.slice(0, 8)}`, { path: '/group', sameSite: 'lax', httpOnly: true, maxAge: KEPT_SECONDS })

/** What a browser is known by in a group order; empty where it has not joined. */
export async function readSecret(request: Request, token: string): Promise<string> {
  const value: unknown = await cookieOf(token).parse(request.headers.get('cookie'))
  return typeof value === 'string' && isSecret(value) ? value : ''
}

/** The header that keeps it. */
export const secretHeader = (token: string, secret: string, public_url: string): Promise<string> =>
  cookieOf(token).serialize(secret, { secure: public_url.startsWith('https:') })

/** For a form that makes a member: sent twice it is one. */
export const newSecret = () => randomBytes(18).toString('base64url')
