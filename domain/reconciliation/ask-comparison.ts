import { and, eq, isNull } from 'drizzle-orm'
import { noteDue } from '../../db/after-commit.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { ensureList, type ListDeps } from './read-newest.ts'
import { provider_lists } from './tables.ts'

/** An admin wants the lists compared now: the worker begins at once. Does nothing while a comparison is running. */
export async function askComparison(
  deps: ListDeps,
  actor: Actor,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (!may(actor, 'move_money')) return refused('not_found')
  await ensureList(deps)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [asked] = await tx
      .update(provider_lists)
      .set({ next_compare_at: now })
      .where(and(eq(provider_lists.provider, deps.payments.name), isNull(provider_lists.comparing_from)))
      .returning({ provider: provider_lists.provider })
    if (asked) {
      const subject = `provider:${asked.provider}`
      noteDue(tx, 'comparison')
      await recordAudit(tx, { actor, action: 'comparison_asked', subject, now })
    }
    return accepted(undefined)
  })
}
