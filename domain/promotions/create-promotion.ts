import type { z } from 'zod'
import type { Actor } from '../accounts/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { campusDate, campusInstant, nextCampusMidnight } from '../clock.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { bearerFor } from './bearer-for.ts'
import { type PromotionField, promotion_form } from './forms.ts'
import { promotionSubject } from './promotion-words.ts'
import { promotions } from './tables.ts'

type Promotion = typeof promotions.$inferSelect
export type CreatePromotionRefusal =
  | Refused<'not_found' | 'code_taken', undefined>
  | Refused<'fields', Partial<Record<PromotionField, string>>>

/**
 * Makes a code, or an offer without one, that counts from its first day on, at once where none is named, until its last
 * day is over or somebody ends it. Who makes it bears it: the platform for an admin (decision 117), a kitchen for who
 * may make its promotions, and then it counts for its dishes alone (decision 130). Refuses fields that make no sense, a
 * last day that is over, and a code that another promotion has which has not ended.
 */
export async function createPromotion(
  { db, clock }: Deps,
  actor: Actor,
  form: z.input<typeof promotion_form>,
): Promise<Accepted<Promotion> | CreatePromotionRefusal> {
  const bearer = bearerFor(actor)
  if (!bearer) return refused('not_found')
  const now = clock.now()
  const read = promotion_form.safeParse(form)
  const errors: Partial<Record<PromotionField, string>> = {}
  for (const issue of read.error?.issues ?? []) errors[issue.path[0] as PromotionField] ??= issue.message
  if (read.data?.until && read.data.until < campusDate(now)) errors.until = 'This day is over.'
  if (!read.success || errors.until) return refused('fields', errors)
  const { from, until, percent, amount, minimum, taken, code, ...terms } = read.data
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(promotions)
      .values({
        ...terms,
        ...bearer,
        code: taken === 'code' ? code : null,
        percent: terms.kind === 'percent' ? percent : null,
        amount: terms.kind === 'free_delivery' ? null : amount,
        minimum: minimum ?? 0,
        starts_at: from ? campusInstant(from) : now,
        ends_at: until ? nextCampusMidnight(campusInstant(until)) : null,
        created_by: actor.user_id,
        created_at: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!made) return refused('code_taken')
    const { id, status, created_by, created_at, ended_at, ...after } = made
    await recordAudit(tx, { actor, action: 'promotion_created', subject: promotionSubject(made), after, now })
    return accepted(made)
  })
}
