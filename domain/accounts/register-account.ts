import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import type { AnnouncingDeps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { createAccount } from './create-account.ts'
import { fieldErrors, register_form } from './forms.ts'
import { askMailLink } from './mail-links.ts'
import { whyUnsafe } from './password-safety.ts'
import type { Passwords } from './secrets.ts'
import { credentials, users } from './tables.ts'

/** Within this time, the same registration sent again counts as a second press of the button. */
const SAME_PRESS_SECONDS = 600

export type RegisterField = 'email' | 'password' | 'role'
export type RegisterRefusal =
  | Refused<'fields', Partial<Record<RegisterField, string>>>
  | Refused<'email_taken', undefined>

/**
 * Makes an account for a vendor or a rider (docs/product.md#registering), and asks for the mail that confirms its
 * address. Refuses invalid fields, any other role, and a mail address that has an account. Safe to repeat: the same
 * mail address, role and password within ten minutes are one registration.
 */
export async function registerAccount(
  deps: AnnouncingDeps & { passwords: Passwords },
  input: Record<RegisterField, string>,
): Promise<Accepted<{ email: string }> | RegisterRefusal> {
  const form = readRegistration(input)
  if (!form.ok) return form
  const { email, password, role } = form.value
  const now = deps.clock.now()

  const [known] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!known) {
    const password_hash = await deps.passwords.hash(password)
    const account = { email, role, password_hash, email_verified: false }
    const made = await deps.db.transaction(async (tx) => {
      const user_id = await createAccount(tx, deps.announce, account, now)
      if (user_id) await askMailLink(tx, { purpose: 'confirm_mail', email, now })
      return user_id
    })
    if (made) return accepted({ email })
  }
  return (await isRegisteredAgain(deps, { email, password, role }, now)) ? accepted({ email }) : refused('email_taken')
}

/** The form of a registration, as it is stored; refuses what is missing, no mail address, or an unsafe password. */
export function readRegistration(
  input: Record<RegisterField, string>,
): Accepted<z.infer<typeof register_form>> | Refused<'fields', Partial<Record<RegisterField, string>>> {
  const form = register_form.safeParse(input)
  if (!form.success) return refused('fields', fieldErrors<RegisterField>(form.error))
  const unsafe = whyUnsafe(form.data.password, form.data.email)
  return unsafe ? refused('fields', { password: unsafe }) : accepted(form.data)
}

/** Whether this very account was made within the last ten minutes: its form was sent twice. */
export async function isRegisteredAgain(
  deps: { db: Db; passwords: Passwords },
  form: { email: string; password: string; role: string },
  now: Date,
): Promise<boolean> {
  const [fresh] = await deps.db
    .select({ hash: credentials.password })
    .from(users)
    .innerJoin(credentials, eq(credentials.user_id, users.id))
    .where(
      and(
        eq(users.email, form.email),
        eq(users.role, form.role),
        gt(users.created_at, new Date(now.getTime() - SAME_PRESS_SECONDS * 1000)),
      ),
    )
  return fresh?.hash ? deps.passwords.verify(form.password, fresh.hash) : false
}
