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
  const form = reset_form.safeParse({ email: loginOf(input.email) })
  if (!form.success) return refused('fields', fieldErrors<'email'>(form.error))
  const asked = { purpose: 'new_password', email: form.data.email, now: clock.now() } as const
  await db.transaction((tx) => askMailLink(tx, asked))
  return accepted(undefined)
}
