import type { Tx } from '../../db/open.ts'
import type { DomainEvent } from '../events.ts'
import { formatNaira } from '../money.ts'
import { ringForAdmins } from './admins.ts'
import { notifyUsers } from './bell.ts'

type Event<Kind extends DomainEvent['kind']> = Extract<DomainEvent, { kind: Kind }>

/** A rider's bell, and with it every open screen of theirs: there is something to decide. */
export async function tellRiderOfOffer(
  tx: Tx,
  { offer, deliveries, pay }: Event<'offer_made'>,
  now: Date,
): Promise<void> {
  const what = deliveries.length === 1 ? 'A delivery' : `${deliveries.length} deliveries on one way`
  const text = `${what} for you: ${formatNaira(pay)}`
  await notifyUsers(tx, [{ user_id: offer.rider_id, kind: 'offer', text }], now)
}

/** Tells a rider what an admin decided about the registration. */
export async function tellRiderOfDecision(
  tx: Tx,
  { rider, action, reason }: Event<'rider_decided'>,
  now: Date,
): Promise<void> {
  const text =
    action === 'rider_activated'
      ? 'Welcome aboard: you can go on duty now.'
      : `Please correct your registration: ${reason}`
  await notifyUsers(tx, [{ user_id: rider.user_id, kind: 'rider_decided', text }], now)
}

/** Tells a rider why no offers come any more. */
export async function tellRiderOfRest(
  tx: Tx,
  { rider }: Event<'rider_sent_off_duty'>,
  now: Date,
): Promise<void> {
  const text = 'You are off duty: three offers passed without an answer. Go on duty when you are back.'
  await notifyUsers(tx, [{ user_id: rider.user_id, kind: 'sent_off_duty', text }], now)
}

/** Every admin's bell: an order waits and nobody takes it. */
export async function tellAdminsOfWaiting(
  tx: Tx,
  { delivery }: Event<'delivery_unclaimed'>,
  now: Date,
): Promise<void> {
  const { order_id } = delivery
  const text = `Order ${order_id} has no rider yet. Please assign one.`
  await ringForAdmins(tx, { kind: 'no_rider', text, order_id }, now)
}

/** Every admin's bell: food was handed over without the customer's PIN, and why. Nothing for every other move. */
export async function tellAdminsOfMissingPin(
  tx: Tx,
  { delivery, verb }: Event<'delivery_moved'>,
  now: Date,
): Promise<void> {
  const { order_id, no_pin_reason } = delivery
  if (verb !== 'hand_over' || no_pin_reason === null) return
  const text = `Order ${order_id} was handed over without the PIN: ${no_pin_reason}`
  await ringForAdmins(tx, { kind: 'no_pin', text, order_id }, now)
}
