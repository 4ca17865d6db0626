import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { fieldErrors, reset_form } from './forms.ts'
import { askMailLink } from './mail-links.ts'
import { loginOf } from './phone-login.ts'

/**
 * Notes that somebody wants a new password for `email` (docs/product.md#passwords). Accepts every valid address in the
 * same steps, so that nobody learns whether it has an account. Above the limit per hour a request is accepted and
 * ignored. Refuses what is no mail address. Throws when it could not be noted.
 */
export async function askPasswordReset(
  { db, clock }: Deps,
  input: { email: string },
): Promise<Accepted<undefined> | Refused<'fields', { email?: string }>> {
  const form = readResetForm(input)
  if (!form.ok) return form
  const asked = { purpose: 'new_password', email: form.value.email, now: clock.now() } as const
  await db.transaction((tx) => askMailLink(tx, asked))
  return accepted(undefined)
}

/** The login that wants a new password; refuses what is neither a mail address nor a phone number. */
export function readResetForm(input: {
  email: string
}): Accepted<{ email: string }> | Refused<'fields', { email?: string }> {
  const form = reset_form.safeParse({ email: loginOf(input.email) })
  return form.success ? accepted(form.data) : refused('fields', fieldErrors<'email'>(form.error))
}
