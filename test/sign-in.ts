import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import { passwords } from '../adapters/accounts/passwords.ts'
import type { Db } from '../db/handle.ts'
import { type Actor, founderOf, type Role } from '../domain/accounts/actor.ts'
import { createAccount } from '../domain/accounts/create-account.ts'
import { kitchen_staff } from '../domain/accounts/tables.ts'
import type { AdminRole } from '../domain/admin-roles.ts'
import type { Kitchen, KitchenRole } from '../domain/kitchen-roles.ts'
import { reactions } from '../domain/reactions.ts'
// Whoever logs in again with the same password is known by then.
import './quick-passwords.ts'

export const PASSWORD = 'amala-and-ewedu'
// Hashing is slow on purpose, so all accounts of a test file share one hash.
let password_hash: Promise<string> | undefined

/** An account that can log in with `PASSWORD`, with its vendor or rider row unless that is there already. */
export async function insertAccount(
  db: Db,
  role: Role,
  account: {
    email?: string
    name?: string
    user_id?: string
    email_verified?: boolean
    admin_role?: AdminRole
    /** Where a vendor's account works, if not in a kitchen of its own. */
    kitchen?: Kitchen & { role: KitchenRole }
  } = {},
): Promise<Actor> {
  password_hash ??= passwords.hash(PASSWORD)
  const hash = await password_hash
  const asAdmin = role === 'admin' ? { admin_role: account.admin_role ?? 'owner' } : {}
  const email = account.email ?? `${role}-${randomUUID().slice(0, 8)}@example.com`
  const user_id = await db.transaction((tx) =>
    createAccount(
      tx,
      reactions({ public_url: 'http://localhost:3000' }),
      { email_verified: true, ...account, ...asAdmin, email, role, password_hash: hash },
      new Date(),
    ),
  )
  if (!user_id) throw new Error(`${email} has an account already`)
  const { kitchen } = account
  if (role === 'vendor' && !kitchen) return founderOf({ user_id, email })
  if (!kitchen) return { user_id, role, email, ...asAdmin }
  await db.insert(kitchen_staff).values({ ...kitchen, user_id, invited_by: kitchen.vendor_id, invited_at: new Date() })
  return { user_id, role, email, kitchen }
}

/** Sends a form as a browser without scripts would, and does not follow where it leads. */
export function postForm(
  url: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: url, ...headers },
    redirect: 'manual',
  })
}

/** The Cookie header of a browser that received these answers, in this order. */
export function cookiesAfter(...answers: Response[]): string {
  const jar = new Map<string, string>()
  for (const line of answers.flatMap((answer) => answer.headers.getSetCookie())) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, pair.slice(name.length + 1))
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Logs in by the login form; answers the Cookie header of the session. */
export async function logIn(url: string, email: string, password = PASSWORD): Promise<string> {
  const answer = await postForm(url, '/login', { email, password })
  if (answer.status !== 302) throw new Error(`${email} was not let in: ${answer.status}`)
  return cookiesAfter(answer)
}

/** Puts a session into a browser, for journeys that are not about logging in. */
export async function logInBrowser(context: BrowserContext, url: string, email: string): Promise<void> {
  const cookies = (await logIn(url, email)).split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      url,
      httpOnly: true,
      sameSite: 'Lax' as const,
    }
  })
  await context.addCookies(cookies)
}
