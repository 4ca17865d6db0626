import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Deps } from '../../events.ts'
import { type Refused, refused } from '../../refusal.ts'
import { type PricedCart, priceCart } from '../quote/quote.ts'
import { type CheckoutLine, checkouts, type FeeLine } from '../tables.ts'
import { fullSlots, isSlotFull } from './full-kitchens.ts'
import { slotsWithRiders } from './slot-riders.ts'
import { openSlots, payableForSlot } from './slots.ts'

/** A kitchen can no longer cook for a slot, or takes no more orders in it; `free` are those near it that can be had. */
export type SlotProblem = Refused<'slot_gone' | 'slot_full', { free: Date[] }>

type Priced = Pick<PricedCart, 'vendors' | 'service'>

type ForSlot = {
  /** Of the stored checkout, or of that which gives way to it, whose own place does not count. */
  id?: string | null
  lines: readonly CheckoutLine[]
  slot_from: Date
  ways: readonly FeeLine[]
  collects: boolean
}

const MOST_OFFERED = 4
/** Beside other offers. */
const MOST_BESIDE = 2

/** Why a cart cannot be had for its slot, with those that can be had instead; null where it can. */
export async function slotProblem(db: Db, priced: Priced, cart: ForSlot, now: Date): Promise<SlotProblem | null> {
  const reason = !payableForSlot(priced, { ...cart, now })
    ? 'slot_gone'
    : (await isSlotFull(db, cart, now))
      ? 'slot_full'
      : null
  return reason && refused(reason, { free: await nearSlots(db, priced, cart, now) })
}

/** The same for the checkout behind a link, while it is not paid. */
export async function slotProblemOf(deps: Deps, link_token: string): Promise<SlotProblem | null> {
  const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  const slot_from = checkout?.slot_from
  if (!checkout || !slot_from || checkout.status === 'Paid') return null
  const priced = await priceCart({ ...deps, clock: { now: () => slot_from } }, checkout.lines)
  const cart = { ...checkout, slot_from, ways: checkout.fee_lines ?? [] }
  return slotProblem(deps.db, priced, cart, deps.clock.now())
}

/**
 * The first slots that begin at `slot_from` or later, for which a rider is known and in which all kitchens of a cart
 * can cook and take another order: at most two, in their order. Priced as it is open then.
 */
export async function freeSlotsFrom(deps: Deps, cart: ForSlot): Promise<Date[]> {
  const priced = await priceCart({ ...deps, clock: { now: () => cart.slot_from } }, cart.lines)
  const now = deps.clock.now()
  const hasRider = await slotsWithRiders(deps.db, now)
  const isWanted = (slot: Date) => slot >= cart.slot_from && hasRider(slot, cart.ways)
  return (await freeSlots(deps.db, priced, cart, now, isWanted)).slice(0, MOST_BESIDE)
}

/**
 * The slots nearest to a cart's in which all of its kitchens can cook and take another order, in their order; those for
 * which a rider is known, if there are any.
 */
async function nearSlots(db: Db, priced: Priced, cart: ForSlot, now: Date): Promise<Date[]> {
  const hasRider = cart.collects ? () => true : await slotsWithRiders(db, now)
  const with_rider = await freeSlots(db, priced, cart, now, (slot) => hasRider(slot, cart.ways))
  return with_rider.length > 0 ? with_rider : freeSlots(db, priced, cart, now, () => true)
}

async function freeSlots(
  db: Db,
  priced: Priced,
  cart: ForSlot,
  now: Date,
  isWanted: (slot: Date) => boolean,
): Promise<Date[]> {
  const possible = openSlots(priced.service, now).filter(
    (slot_from) => isWanted(slot_from) && payableForSlot(priced, { ...cart, slot_from, now }),
  )
  const full = await fullSlots(db, cart, possible, now)
  const far = (slot: Date) => Math.abs(slot.getTime() - cart.slot_from.getTime())
  return possible
    .filter((slot) => !full.has(slot.getTime()))
    .sort((one, other) => far(one) - far(other))
    .slice(0, MOST_OFFERED)
    .sort((one, other) => one.getTime() - other.getTime())
}
