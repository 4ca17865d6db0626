import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type CartLine, lineTotal, MOST_LINES } from '../../catalog/menu/cart-line.ts'
import { type ChosenOption, choicesKey } from '../../catalog/menu/option-groups.ts'
import type { Clock } from '../../clock.ts'
import { type Kobo, kobo } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { priceCart } from '../quote/quote.ts'
import {
  type Asking,
  type GroupOrder,
  type GroupRefusal,
  isOpen,
  lockGroup,
  type Member,
  membersOf,
  paymentOf,
} from './find-group.ts'
import { startNewEdition } from './group-checkouts.ts'
import { MOST_LINES_EACH, MOST_OF_ONE_EACH } from './rules.ts'
import { group_lines, group_members } from './tables.ts'

type Deps = { db: Db; clock: Clock }

/** Whoever pays gives so much to each friend, and so much is left of that. */
export type OverLimit = Refused<'over_limit', { most_kobo: Kobo; left_kobo: Kobo }>

/** A dish as its member saw it: price and choices are looked at again before anything is paid. */
export type ChosenDish = Pick<CartLine, 'name' | 'price_kobo' | 'quantity' | 'options'>

/**
 * Adds a dish to the own lines, or raises the number of one that is there, while the group order is open. `press` tells
 * one press from the next: sent twice it adds once. Refuses more than twenty lines of a
 * member, a hundred of all, more than 99 of one, and what is beyond the limit that whoever pays has set.
 */
export async function addDish(
  { db, clock }: Deps,
  asking: Asking,
  dish: ChosenDish,
  press: string,
): Promise<Accepted<undefined> | GroupRefusal | Refused<'too_much', undefined> | OverLimit> {
  const { name, price_kobo: price, quantity, options = [] } = dish
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_OF_ONE_EACH) return refused('too_much')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const open = await lockOpen(tx, asking, now)
    if (!open.ok) return open
    const { group, me } = open.value
    const line = {
      group_member_id: me.id,
      dish_key: dishKey(name, options),
      ...{ name, price, quantity, options, press },
    }
    const [known] = await tx
      .select()
      .from(group_lines)
      .where(and(eq(group_lines.group_member_id, me.id), eq(group_lines.dish_key, line.dish_key)))
    if (known?.press === press) return accepted(undefined)
    if (known && known.quantity + quantity > MOST_OF_ONE_EACH) return refused('too_much')
    if (!known && !(await hasRoom(tx, group, me))) return refused('too_much')
    const over = await overLimit(tx, group, me, lineTotal({ price_kobo: price, quantity }))
    if (over) return over
    await startNewEdition(tx, group, me)
    await tx
      .insert(group_lines)
      .values(line)
      .onConflictDoUpdate({
        target: [group_lines.group_member_id, group_lines.dish_key],
        set: { price, press, quantity: sql`${group_lines.quantity} + ${quantity}` },
      })
    return accepted(undefined)
  })
}

/**
 * Sets how many there are of a line, 0 takes it out: of the own ones, and a starter may take out anybody's where one
 * pays. What is gone already stays gone. Refused for somebody else's, and for what is paid for.
 */
export async function setQuantity(
  { db, clock }: Deps,
  asking: Asking,
  { line_id, quantity }: { line_id: number; quantity: number },
): Promise<Accepted<undefined> | GroupRefusal | Refused<'too_much', undefined> | OverLimit> {
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MOST_OF_ONE_EACH) return refused('too_much')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const asked = await lockGroup(tx, asking, now)
    if (!asked.ok) return asked
    const { group, me, ordered } = asked.value
    if (!Number.isSafeInteger(line_id)) return accepted(undefined)
    const [line] = await tx
      .select({ owner: group_members, line: group_lines })
      .from(group_lines)
      .innerJoin(group_members, eq(group_members.id, group_lines.group_member_id))
      .where(and(eq(group_lines.id, line_id), eq(group_members.group_order_id, group.id)))
    if (!line) return accepted(undefined)
    const { owner } = line
    const more = quantity - line.line.quantity
    const takes_out = quantity === 0 && me.is_starter && group.pays === 'one'
    if (owner.id !== me.id && !takes_out) return refused('not_yours')
    const payment = paymentOf(group, owner, ordered)
    if (payment) return refused(payment)
    // A starter tidies up what is closed, too.
    if (!takes_out && !isOpen(group, now)) return refused('closed')
    const over = more > 0 && (await overLimit(tx, group, owner, kobo(line.line.price * more)))
    if (over) return over
    await startNewEdition(tx, group, owner)
    await (quantity === 0
      ? tx.delete(group_lines).where(eq(group_lines.id, line_id))
      : tx.update(group_lines).set({ quantity, press: '' }).where(eq(group_lines.id, line_id)))
    return accepted(undefined)
  })
}

/**
 * Takes what changed on the menu since it was chosen: present prices, and lines left out that can no longer be had. Of
 * the own lines; a starter where one pays, of all. Refused while the kitchen takes no orders, which may pass.
 */
export async function takeChanges(
  { db, clock }: Deps,
  asking: Asking,
): Promise<Accepted<undefined> | GroupRefusal | Refused<'kitchen_closed', undefined>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const asked = await lockGroup(tx, asking, now)
    if (!asked.ok) return asked
    const { group, me, ordered } = asked.value
    const payment = paymentOf(group, me, ordered)
    if (payment) return refused(payment)
    const all = me.is_starter && group.pays === 'one'
    const owners = (await membersOf(tx, group.id)).filter(({ id }) => all || id === me.id)
    for (const { id } of owners) {
      const { lines, changes } = await priceCart(
        { db: tx, clock: pricedAt(group, clock) },
        await linesOf(tx, group, [id]),
      )
      if (changes.some(({ change }) => change.kind === 'vendor_unavailable')) return refused('kitchen_closed')
      if (changes.length === 0) continue
      await startNewEdition(tx, group, { id })
      await tx.delete(group_lines).where(eq(group_lines.group_member_id, id))
      const left = lines.map(({ name, price_kobo: price, quantity, options = [] }) => {
        return { group_member_id: id, dish_key: dishKey(name, options), ...{ name, price, quantity, options } }
      })
      if (left.length > 0) await tx.insert(group_lines).values(left)
    }
    return accepted(undefined)
  })
}

/**
 * Whether so much more is beyond what whoever pays gives each friend, who themselves may take what they like. The group
 * is locked, so of two dishes at once the second is looked at with the first.
 */
async function overLimit(
  tx: Tx,
  { most_each, pays }: GroupOrder,
  { id, is_starter }: Member,
  more_kobo: Kobo,
): Promise<OverLimit | null> {
  if (most_each === null || pays === 'each' || is_starter) return null
  const own = await tx.select().from(group_lines).where(eq(group_lines.group_member_id, id))
  const left = most_each - own.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return more_kobo > left ? refused('over_limit', { most_kobo: most_each, left_kobo: kobo(Math.max(0, left)) }) : null
}

/** The lines of members, as a cart, with their numbers; without what was taken along (`leaveWithDishes`). */
export async function linesOf(
  db: Db | Tx,
  { vendor_id }: Pick<GroupOrder, 'vendor_id'>,
  member_ids: readonly number[],
): Promise<(CartLine & { line_id: number; member_id: number })[]> {
  if (member_ids.length === 0) return []
  const rows = await db
    .select()
    .from(group_lines)
    .where(and(inArray(group_lines.group_member_id, [...member_ids]), ne(group_lines.quantity, 0)))
    .orderBy(group_lines.id)
  return rows.map(({ id, group_member_id, name, price, quantity, options }) => ({
    ...{ line_id: id, member_id: group_member_id, vendor_id, name, price_kobo: price, quantity },
    ...(options.length > 0 ? { options } : {}),
  }))
}

/** A group order is priced as it is when the slot begins, or as of now. */
export const pricedAt = ({ slot_from }: Pick<GroupOrder, 'slot_from'>, clock: Clock): Clock =>
  slot_from ? { now: () => slot_from } : clock

async function hasRoom(tx: Tx, { id }: GroupOrder, me: Member): Promise<boolean> {
  const [lines] = await tx
    .select({ all: count(), own: sql<number>`(count(*) filter (where ${group_members.id} = ${me.id}))::int` })
    .from(group_lines)
    .innerJoin(group_members, eq(group_members.id, group_lines.group_member_id))
    .where(and(eq(group_members.group_order_id, id), ne(group_lines.quantity, 0)))
  return (lines?.all ?? 0) < MOST_LINES && (lines?.own ?? 0) < MOST_LINES_EACH
}

const dishKey = (name: string, options: readonly ChosenOption[]) => `${name} ${choicesKey(options)}`

async function lockOpen(tx: Tx, asking: Asking, now: Date) {
  const asked = await lockGroup(tx, asking, now)
  if (!asked.ok) return asked
  const { group, me, ordered } = asked.value
  const payment = paymentOf(group, me, ordered)
  if (payment) return refused(payment)
  return isOpen(group, now) ? asked : refused('closed')
}
