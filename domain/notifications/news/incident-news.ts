import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { consequenceOf, NOBODY_AT_KITCHEN, stops_riding, type WayOut } from '../../delivery/incidents/lifecycle.ts'
import { order_keys, order_promises, riders } from '../../delivery/tables.ts'
import type { EventOf, Reaction } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { parsePhone } from '../../phone.ts'
import { ringForAdmins } from '../bell/admins.ts'
import { dropNews, notifyUsers, settleNews } from '../bell/bell.ts'
import { phonesOf, ringsWith } from '../outbox/customer-pushes.ts'
import type { NewMessage } from '../outbox/new-message.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import {
  atDoorSms,
  comesBackNotice,
  emptyKitchenNotice,
  incidentNotice,
  leftAtSms,
  nextRiderSms,
  notHandedOverSms,
  riderAtKitchenSms,
  riderWaitsNotice,
  STOPPED_RIDING_NOTICE,
  tryAgainSms,
} from '../words/incident-templates.ts'
import type { SmsWords } from '../words/message-words.ts'
import { trackUrl } from './order-news.ts'

/**
 * Tells the customer by SMS what becomes of food that could not be handed over, the kitchen that it comes back, and,
 * unless one of them decided it, the admins. Where money goes back, the customer reads it in the message about that.
 */
export const tellOfIncident: Reaction<'incident_noted'> = async (tx, event, now, { public_url }) => {
  const facts = await factsOf(tx, event)
  if (!facts) return
  if (event.incident.reason === NOBODY_AT_KITCHEN) return tellOfEmptyKitchen(tx, event, facts, now)
  const { incident, order_id, step, by } = event
  const text = smsFor(event, facts, trackUrl(public_url, facts.track_token))
  // Later than its time it would call somebody to an empty door.
  const late = step === 'waits' && incident.waits_until !== null && incident.waits_until <= now
  if (text && !late) {
    const message: NewMessage = {
      channel: 'sms',
      dedupe_key: `incident_${step}_sms:${incident.id}`,
      to: facts.phone,
      text,
      rings: ringsWith(facts, order_id),
      ...(step === 'waits' && incident.waits_until ? { expires_at: incident.waits_until } : {}),
    }
    await queueMessages(tx, [message], now)
  }
  if (step === 'bring_back') {
    const for_next_rider = consequenceOf(incident.reason, 'bring_back')?.next === 'next_rider'
    const notice = comesBackNotice({ id: order_id, reason: incident.reason, for_next_rider })
    await notifyUsers(tx, [{ user_id: facts.vendor_id, kind: 'food_comes_back', text: notice, order_id }], now)
  }
  // It is where it should be, or gone: nobody has to expect it any more.
  if (step === 'back' || step === 'write_off') await settleNews(tx, { order_id, kinds: ['food_comes_back'] }, now)
  if (by.role === 'admin') await settleNews(tx, { order_id, kinds: ['incident'] }, now)
  if (step !== 'waits' && step !== 'back' && stops_riding.includes(incident.reason)) {
    const stopped = { user_id: incident.rider_id, kind: 'stopped_riding', text: STOPPED_RIDING_NOTICE } as const
    await notifyUsers(tx, [stopped], now)
  }
  const what = step === 'back' && incident.kitchen_closed ? 'It is back, and the kitchen is closed' : doing[step]
  if (by.role === 'admin' || !what) return
  const { reason, words } = incident
  await ringForAdmins(
    tx,
    'run_orders',
    { kind: 'incident', text: incidentNotice({ id: order_id, reason, what, words }), order_id },
    now,
  )
}

/** The kitchen hears on every way it has that a rider stands at its door, and until when; the admins, whom to call. */
async function tellOfEmptyKitchen(
  tx: Tx,
  { incident, order_id, step }: EventOf<'incident_noted'>,
  { vendor_id, vendor_name, vendor_phone, rider_first_name }: Facts,
  now: Date,
): Promise<void> {
  const phone = parsePhone(vendor_phone ?? '')
  const about = { id: order_id, vendor_name, vendor_phone: phone, waits_until: incident.waits_until, rider_first_name }
  if (step !== 'waits') await settleNews(tx, { order_id, kinds: ['rider_waits'] }, now)
  else {
    // Of a wait before this one, which somebody there answered.
    await dropNews(tx, { order_id, kind: 'rider_waits' }, new Date(0))
    const text = riderWaitsNotice(about)
    await notifyUsers(tx, [{ user_id: vendor_id, kind: 'rider_waits', text, order_id }], now)
    const dedupe_key = `rider_at_kitchen_sms:${incident.id}`
    const sms = { channel: 'sms', dedupe_key, to: phone ?? '', text: riderAtKitchenSms(about) } as const
    const expires_at = incident.waits_until
    if (phone) await queueMessages(tx, [{ ...sms, ...(expires_at ? { expires_at } : {}) }], now)
  }
  const text = emptyKitchenNotice(about, step === 'waits')
  await dropNews(tx, { order_id, kind: 'incident' }, new Date(0))
  await ringForAdmins(tx, 'run_orders', { kind: 'incident', text, order_id }, now)
}

/** What the rider does about it, for the admins; nothing where they need not know. */
const doing: Readonly<Partial<Record<WayOut | 'waits' | 'back', string>>> = {
  leave: 'It was left at a place',
  bring_back: 'It goes back to the kitchen',
  hand_on: 'It waits for the next rider where this one stands',
  write_off: 'There is none left to bring',
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>

/** The words for the customer; null where nothing is to be said now, or the message about the money says it. */
function smsFor(
  { incident, order_id: id, step }: EventOf<'incident_noted'>,
  facts: Facts,
  track_url: string,
): SmsWords | null {
  const { reason, waits_until, place, kitchen_closed } = incident
  const { rider_first_name, rider_phone, vendor_name, window, meet_at } = facts
  switch (step) {
    case 'waits':
      return waits_until && atDoorSms({ id, waits_until, rider_first_name, rider_phone, meet_at }, track_url)
    case 'leave':
      return place === null ? null : leftAtSms({ id, place, at: incident.happened_at })
    case 'again':
      return tryAgainSms({ id, rider_first_name, window }, track_url)
    case 'hand_on':
      return nextRiderSms({ id, reason, window }, track_url)
    case 'back':
      if (facts.status === 'Completed') return nextRiderSms({ id, reason, window }, track_url)
      return reason === 'customer_absent' ? notHandedOverSms({ id, vendor_name, kitchen_closed }) : null
    case 'write_off':
      if (facts.status !== 'Delivered') return null
      return notHandedOverSms({ id, vendor_name, kitchen_closed, lost: true })
    default:
      return null
  }
}

async function factsOf(tx: Tx, { order_id, incident }: EventOf<'incident_noted'>) {
  const [found] = await tx
    .select({
      phone: orders.customer_phone,
      meet_at: orders.meet_at,
      status: orders.status,
      track_token: order_keys.track_token,
      vendor_id: orders.vendor_id,
      vendor_name: vendors.name,
      vendor_phone: vendors.phone,
      promise: order_promises,
      rider_name: riders.name,
      rider_phone: riders.phone,
      devices: phonesOf(tx, orders.checkout_id),
    })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .innerJoin(riders, eq(riders.user_id, incident.rider_id))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .where(eq(orders.id, order_id))
  if (!found) return null
  const { promise, rider_name, vendor_name, ...facts } = found
  return {
    ...facts,
    vendor_name: vendor_name ?? 'the kitchen',
    rider_first_name: rider_name?.split(' ')[0] ?? null,
    window: promise && { from: promise.promised_from, until: promise.promised_until },
  }
}
