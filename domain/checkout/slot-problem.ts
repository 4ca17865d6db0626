import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Clock } from '../clock.ts'
import { isSlotFull } from './full-kitchens.ts'
import { priceCart } from './quote.ts'
import { payableForSlot } from './slots.ts'
import { checkouts } from './tables.ts'

/** Why a stored checkout cannot be paid for its slot any more; null where it can, and where it has none. */
export async function slotProblem(
  deps: { db: Db; clock: Clock },
  link_token: string,
): Promise<'slot_gone' | 'slot_full' | null> {
  const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  const slot_from = checkout?.slot_from
  if (!checkout || !slot_from || checkout.status === 'Paid') return null
  const now = deps.clock.now()
  const priced = await priceCart({ ...deps, clock: { now: () => slot_from } }, checkout.lines)
  const { fee_lines, collects } = checkout
  if (!payableForSlot(priced, { slot_from, ways: fee_lines ?? [], collects, now })) return 'slot_gone'
  return (await isSlotFull(deps.db, checkout, now)) ? 'slot_full' : null
}
