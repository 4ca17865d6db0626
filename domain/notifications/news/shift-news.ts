import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { firstName } from '../../delivery/delivery-facts.ts'
import { riders } from '../../delivery/tables.ts'
import type { Reaction } from '../../events.ts'
import { notifyUsers } from '../bell/bell.ts'
import { shift_notices, shiftFreedNotice, shiftOfferedNotice, shiftsOpenedNotice } from '../words/shift-templates.ts'

/** Tells every active rider that shifts can be taken. */
export const tellRidersOfShifts: Reaction<'shifts_opened'> = (tx, { monday }, now) =>
  tellActiveRiders(tx, shiftsOpenedNotice(monday), now)

/** Tells the other active riders that one offers a shift. */
export const tellRidersOfOfferedShift: Reaction<'shift_offered_on'> = async (tx, { shift, rider_id }, now) => {
  const [giver] = await tx.select({ name: riders.name }).from(riders).where(eq(riders.user_id, rider_id))
  const text = shiftOfferedNotice(shift, giver?.name ? firstName(giver.name) : 'A rider')
  await tellActiveRiders(tx, text, now, ne(riders.user_id, rider_id))
}

/** Tells the other active riders that a place in a shift is open again. */
export const tellRidersOfFreedShift: Reaction<'shift_freed'> = (tx, { shift, rider_id }, now) =>
  tellActiveRiders(tx, shiftFreedNotice(shift), now, ne(riders.user_id, rider_id))

async function tellActiveRiders(tx: Tx, text: string, now: Date, who?: SQL): Promise<void> {
  const active = await tx
    .select({ user_id: riders.user_id })
    .from(riders)
    .where(and(eq(riders.status, 'Active'), who))
  await notifyUsers(
    tx,
    active.map(({ user_id }) => ({ user_id, kind: 'shift' as const, text })),
    now,
  )
}

/** Tells a rider what became of a shift, or that it begins; what calls to the road leads to the desk. */
export const tellRiderOfShift: Reaction<'shift_told'> = async (tx, event, now) => {
  const { rider_id, shift, what, reason } = event
  const kind = what === 'soon' || what === 'missed' ? 'shift_begins' : 'shift'
  await notifyUsers(tx, [{ user_id: rider_id, kind, text: shift_notices[what](shift, reason) }], now)
}
