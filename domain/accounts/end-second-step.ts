import { randomUUID } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { AnnouncingDeps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { Actor } from './actor.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { loginOf } from './phone-login.ts'
import { two_factors, users } from './tables.ts'

/** `off`: there is no second step to take away. */
export type EndSecondStepRefusal = Refused<'not_found' | 'off', undefined>

/**
 * An owner takes another admin's second step of the login away, because their phone and their backup codes are gone.
 * All their sessions end, the next login asks for the password alone and leads to a new second step, and they are told
 * by mail (docs/product.md#two-step-login). Refused for everybody else, for who is no admin, and where it is off.
 */
export async function endSecondStep(
  deps: AnnouncingDeps,
  actor: Actor,
  user_id: string,
): Promise<Accepted<{ email: string }> | EndSecondStepRefusal> {
  if (!may(actor, 'manage_admins')) return refused('not_found')
  return deps.db.transaction((tx) => end(tx, deps, actor, and(eq(users.id, user_id), eq(users.role, 'admin'))))
}

/**
 * The same for any account, by its mail address or number in any case: only the command `npm run second-step:end` calls
 * it, for the last owner, a vendor or a rider. No page, form or endpoint does.
 */
export function endSecondStepByCommand(
  deps: AnnouncingDeps,
  typed: string,
): Promise<Accepted<{ email: string }> | EndSecondStepRefusal> {
  const by = { user_id: null, email: 'command' }
  return deps.db.transaction((tx) => end(tx, deps, by, eq(users.email, loginOf(typed.trim().toLowerCase()))))
}

async function end(
  tx: Tx,
  { clock, announce }: AnnouncingDeps,
  by: { user_id: string | null; email: string },
  whose: SQL | undefined,
): Promise<Accepted<{ email: string }> | EndSecondStepRefusal> {
  const [account] = await tx.select().from(users).where(whose).for('no key update')
  if (!account) return refused('not_found')
  if (!account.two_factor_enabled) return refused('off')
  const { id: user_id, email } = account
  const now = clock.now()
  await tx.delete(two_factors).where(eq(two_factors.user_id, user_id))
  await tx.update(users).set({ two_factor_enabled: false, updated_at: now }).where(eq(users.id, user_id))
  await endAllSessions(tx, [user_id])
  await recordAudit(tx, { actor: by, action: 'second_step_ended', subject: `user:${user_id}`, now })
  await announce(tx, { kind: 'second_step_ended', change: { id: randomUUID(), email } }, now)
  return accepted({ email })
}
