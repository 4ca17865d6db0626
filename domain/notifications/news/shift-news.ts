import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { firstName } from '../../delivery/delivery-facts.ts'
import { riders } from '../../delivery/tables.ts'
import type { Reaction } from '../../events.ts'
import { notifyUsers } from '../bell/bell.ts'
import { shift_notices, shiftFreedNotice, shiftOfferedNotice, shiftsOpenedNotice } from '../words/shift-templates.ts'

/** Tells every active rider that shifts can be taken. */
export const tellRidersOfShifts: Reaction<'shifts_opened'> = async (tx, { monday }, now) => {
  const active = await tx.select({ user_id: riders.user_id }).from(riders).where(eq(riders.status, 'Active'))
  const text = shiftsOpenedNotice(monday)
  await notifyUsers(
    tx,
    active.map(({ user_id }) => ({ user_id, kind: 'shift' as const, text })),
    now,
  )
}

/** Tells the other active riders that one offers a shift. */
export const tellRidersOfOfferedShift: Reaction<'shift_offered_on'> = async (tx, { shift, rider_id }, now) => {
  const [giver] = await tx.select({ name: riders.name }).from(riders).where(eq(riders.user_id, rider_id))
  const text = shiftOfferedNotice(shift, giver?.name ? firstName(giver.name) : 'A rider')
  await tellOthers(tx, { rider_id, text }, now)
}

/** Tells the other active riders that a place in a shift is open again. */
export const tellRidersOfFreedShift: Reaction<'shift_freed'> = async (tx, { shift, rider_id }, now) => {
  await tellOthers(tx, { rider_id, text: shiftFreedNotice(shift) }, now)
}

async function tellOthers(tx: Tx, { rider_id, text }: { rider_id: string; text: string }, now: Date): Promise<void> {
  const others = await tx
    .select({ user_id: riders.user_id })
    .from(riders)
    .where(and(eq(riders.status, 'Active'), ne(riders.user_id, rider_id)))
  await notifyUsers(
    tx,
    others.map(({ user_id }) => ({ user_id, kind: 'shift' as const, text })),
    now,
  )
}

/** Tells a rider what became of a shift, or that it begins; what calls to the road leads to the desk. */
export const tellRiderOfShift: Reaction<'shift_told'> = async (tx, event, now) => {
  const { rider_id, shift, what, reason } = event
  const kind = what === 'soon' || what === 'missed' ? 'shift_begins' : 'shift'
  await notifyUsers(tx, [{ user_id: rider_id, kind, text: shift_notices[what](shift, reason) }], now)
}
