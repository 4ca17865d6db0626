import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Deps } from '../events.ts'
import { type Refused, refused } from '../refusal.ts'
import { fullSlots, isSlotFull } from './full-kitchens.ts'
import { type PricedCart, priceCart } from './quote.ts'
import { openSlots, payableForSlot } from './slots.ts'
import { type CheckoutLine, checkouts, type FeeLine } from './tables.ts'

/** A kitchen can no longer cook for a slot, or takes no more orders in it; `free` are those near it that can be had. */
export type SlotProblem = Refused<'slot_gone' | 'slot_full', { free: Date[] }>

type ForSlot = {
  /** Of the stored checkout, whose own place does not count. */
  id?: string
  lines: readonly CheckoutLine[]
  slot_from: Date
  ways: readonly FeeLine[]
  collects: boolean
}

const MOST_OFFERED = 4
/** Beside other offers. */
const MOST_BESIDE = 2

/** Why a cart cannot be had for its slot, with those that can be had instead; null where it can. */
export async function slotProblem(
  db: Db,
  priced: Pick<PricedCart, 'vendors' | 'service'>,
  cart: ForSlot,
  now: Date,
): Promise<SlotProblem | null> {
  const reason = !payableForSlot(priced, { ...cart, now })
    ? 'slot_gone'
    : (await isSlotFull(db, cart, now))
      ? 'slot_full'
      : null
  return reason && refused(reason, { free: await freeSlots(db, priced, cart, now) })
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
 * The first slots that begin at `slot_from` or later, in which all kitchens of a cart can cook and take another order:
 * at most two, in their order. Priced as it is open then.
 */
export async function freeSlotsFrom(deps: Deps, cart: ForSlot): Promise<Date[]> {
  const priced = await priceCart({ ...deps, clock: { now: () => cart.slot_from } }, cart.lines)
  const near = await freeSlots(deps.db, priced, cart, deps.clock.now(), (slot) => slot >= cart.slot_from)
  return near.slice(0, MOST_BESIDE)
}

/** The slots nearest to a cart's in which all of its kitchens can cook and take another order, in their order. */
async function freeSlots(
  db: Db,
  priced: Pick<PricedCart, 'vendors' | 'service'>,
  cart: ForSlot,
  now: Date,
  isWanted: (slot: Date) => boolean = () => true,
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
