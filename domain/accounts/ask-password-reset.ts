import { and, count, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { fieldErrors, reset_form } from './forms.ts'
import { password_resets } from './tables.ts'

/** Links per mail address and hour: nobody's mailbox is flooded by somebody else. */
const MOST_PER_HOUR = 5

/**
 * Notes that somebody wants a new password for `email` (spec §2). Accepts every possible address alike, in the same
 * steps, so that nobody learns whether it has an account; further requests within the hour are accepted and forgotten.
 * Refuses what is no mail address. Throws when it could not be noted.
 */
export async function askPasswordReset(
  deps: { db: Db; clock: Clock },
  input: { email: string },
): Promise<Accepted<undefined> | Refused<'fields', { email?: string }>> {
  const form = reset_form.safeParse(input)
  if (!form.success) return refused('fields', fieldErrors<'email'>(form.error))
  const { email } = form.data
  const now = deps.clock.now()
  const [recent] = await deps.db
    .select({ requests: count() })
    .from(password_resets)
    .where(
      and(
        eq(password_resets.email, email),
        gt(password_resets.asked_at, new Date(now.getTime() - 3_600_000)),
      ),
    )
  if ((recent?.requests ?? 0) < MOST_PER_HOUR) {
    await deps.db.insert(password_resets).values({ email, asked_at: now })
  }
  return accepted(undefined)
}
