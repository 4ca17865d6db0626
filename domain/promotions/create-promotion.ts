import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { vendors } from '../catalog/tables.ts'
import { campusDate, campusInstant, DAY_MS, nextCampusMidnight } from '../clock.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { bearerFor } from './bearer-for.ts'
import { type PromotionField, promotion_form } from './forms.ts'
import { promotionSubject } from './promotion-words.ts'
import { promotions } from './tables.ts'

type Promotion = typeof promotions.$inferSelect
export type CreatePromotionRefusal =
  | Refused<'not_found' | 'code_taken', undefined>
  /** How many a kitchen may have. */
  | Refused<'full', { most: number }>
  | Refused<'fields', Partial<Record<PromotionField, string>>>

/** Of a kitchen, which anybody may register: every page that shows offers and every checkout looks at them. */
export const MOST_OF_KITCHEN = 30

/**
 * Makes a code, or an offer without one, that counts from its first day on, at once where none is named, until its last
 * day is over or somebody ends it. Who makes it bears it: the platform for an admin (decision 117), a kitchen for who
 * may make its promotions, and then it counts for its dishes alone (decision 130). Refuses fields that make no sense, a
 * last day that is over, a code that another promotion has which has not ended, and a kitchen's thirty-first that
 * counts or was made within a day.
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
    if (bearer.vendor_id !== null && (await countLately(tx, bearer.vendor_id, now)) >= MOST_OF_KITCHEN)
      return refused('full', { most: MOST_OF_KITCHEN })
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

/** Of a kitchen whose row is locked first, so that nobody makes a hundred by pressing at once. */
async function countLately(tx: Tx, vendor_id: string, now: Date): Promise<number> {
  await tx.select({ id: vendors.id }).from(vendors).where(eq(vendors.user_id, vendor_id)).for('no key update')
  const { status, created_at, ends_at } = promotions
  const counts = and(eq(status, 'Active'), or(isNull(ends_at), gt(ends_at, now)))
  const counts_or_is_new = or(counts, gt(created_at, new Date(now.getTime() - DAY_MS)))
  return tx.$count(promotions, and(eq(promotions.vendor_id, vendor_id), counts_or_is_new))
}
