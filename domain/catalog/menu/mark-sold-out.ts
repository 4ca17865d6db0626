import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { nextCampusMidnight } from '../../clock.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { UNTIL_CHANGED } from '../hours/availability.ts'
import { recordDeed } from '../kitchen-history.ts'
import { food, kitchen_history } from '../tables.ts'
import { lockOwnDish } from './edit-food.ts'
import type { OwnDish } from './own-menu.ts'

/** The hour at which a vendor's day ends: when the last night grill has closed, not in the middle of its rush. */
const DAY_ENDS_HOURS = 4

/** How the kitchen's history says it. */
const sold_out_words: Readonly<Record<OwnDish['sold_out'], string>> = {
  no: 'on sale again',
  today: 'sold out for today',
  until_changed: 'sold out until somebody says otherwise',
}

/** Marks a dish of the acting vendor as sold out for today, sold out until further notice, or available again. */
export async function markSoldOut(
  { db, clock }: Deps,
  actor: Actor,
  id: number,
  sold_out: OwnDish['sold_out'],
): Promise<Accepted<{ name: string }> | Refused<'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const dish = await lockOwnDish(tx, actor, id, 'run_orders')
    if (!dish) return refused('not_found')
    const now = clock.now()
    await tx
      .update(food)
      .set({ sold_out_until: soldOutUntil(sold_out, now) })
      .where(eq(food.id, id))
    const line = { did: 'sold_out', about: dish.name, after: sold_out_words[sold_out] } as const
    await recordDeed(tx, dish.vendor_id, moverOf(actor), line, now)
    return accepted({ name: dish.name })
  })
}

type NamedDish = { vendor_id: string; name: string }

const isNamed = ({ vendor_id, name }: NamedDish) =>
  and(eq(food.vendor_id, vendor_id), eq(sql`lower(${food.name})`, sql`lower(${name})`))

/**
 * Marks a dish that is on sale as sold out for today, by the name that orders know it by; in the caller's commit, whose
 * instant says later that it was this (`backOnSale`).
 */
export async function sellOut(tx: Tx, actor: Actor, named: NamedDish, now: Date): Promise<void> {
  const is_on_sale = or(isNull(food.sold_out_until), lte(food.sold_out_until, now))
  const [dish] = await tx
    .update(food)
    .set({ sold_out_until: soldOutUntil('today', now) })
    .where(and(isNamed(named), is_on_sale))
    .returning({ name: food.name })
  if (!dish) return
  const line = { did: 'sold_out', about: dish.name, after: sold_out_words.today } as const
  await recordDeed(tx, named.vendor_id, moverOf(actor), line, now)
}

/**
 * Takes back what `sellOut` did at `sold_out_at`, in the caller's commit. Without effect where the dish was sold out
 * before that, or somebody said since what it is.
 */
export async function backOnSale(
  tx: Tx,
  actor: Actor,
  { sold_out_at, ...named }: NamedDish & { sold_out_at: Date },
  now: Date,
): Promise<void> {
  const about_it = eq(sql`lower(${kitchen_history.about})`, sql`lower(${named.name})`)
  const [last] = await tx
    .select({ done_at: kitchen_history.done_at })
    .from(kitchen_history)
    .where(and(eq(kitchen_history.vendor_id, named.vendor_id), eq(kitchen_history.did, 'sold_out'), about_it))
    .orderBy(desc(kitchen_history.id))
    .limit(1)
  if (last?.done_at.getTime() !== sold_out_at.getTime()) return
  const [dish] = await tx
    .update(food)
    .set({ sold_out_until: null })
    .where(and(isNamed(named), gt(food.sold_out_until, now)))
    .returning({ name: food.name })
  if (!dish) return
  const line = { did: 'sold_out', about: dish.name, after: sold_out_words.no } as const
  await recordDeed(tx, named.vendor_id, moverOf(actor), line, now)
}

function soldOutUntil(sold_out: OwnDish['sold_out'], now: Date): Date | null {
  if (sold_out === 'no') return null
  if (sold_out === 'until_changed') return UNTIL_CHANGED
  const shift_ms = DAY_ENDS_HOURS * 3_600_000
  return new Date(nextCampusMidnight(new Date(now.getTime() - shift_ms)).getTime() + shift_ms)
}
