import { createCookie } from 'react-router'
import { plainCode } from '../../../domain/promotions/lifecycle.ts'

const DAY_SECONDS = 24 * 60 * 60

/** The code of whoever sent somebody here, until their first order. */
const from_friend = createCookie('friend', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 30 * DAY_SECONDS })

/** The code for friends that this browser has shown as its own. */
const own_code = createCookie('own-code', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 180 * DAY_SECONDS })

type Kept = typeof from_friend

async function read(cookie: Kept, request: Request): Promise<string> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' && isCode(value) ? value : ''
}

const isCode = (text: string) => /^[A-Z0-9]{6,20}$/.test(text)

const keep = (cookie: Kept, code: string, public_url: string): Promise<string> =>
  cookie.serialize(plainCode(code), { secure: public_url.startsWith('https:') })

/** Empty for none. */
export const readFriendCode = (request: Request) => read(from_friend, request)
export const readOwnCode = (request: Request) => read(own_code, request)
/** The headers that keep them. */
export const friendCodeHeader = (code: string, public_url: string) => keep(from_friend, code, public_url)
export const ownCodeHeader = (code: string, public_url: string) => keep(own_code, code, public_url)

/**
 * The header that keeps a code which was not looked at; null for what is none, and where the browser keeps one already.
 * Whether it counts is asked when it is ordered with, as of any cookie.
 */
export async function codeToTry(request: Request, followed: string, public_url: string): Promise<string | null> {
  if (!isCode(plainCode(followed)) || (await readFriendCode(request)) !== '') return null
  return friendCodeHeader(followed, public_url)
}
