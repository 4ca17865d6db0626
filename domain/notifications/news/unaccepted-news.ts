import { eq } from 'drizzle-orm'
import { vendors } from '../../catalog/tables.ts'
import type { Reaction } from '../../events.ts'
import { parsePhone } from '../../phone.ts'
import { activeAdmins, ringForAdmins } from '../bell/admins.ts'
import { notifyUsers } from '../bell/bell.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import {
  pausedCallNotice,
  pausedMail,
  pausedNotice,
  pausedSms,
  unacceptedCallMail,
  unacceptedCallNotice,
  unacceptedNotice,
  unacceptedSms,
} from '../words/unaccepted-templates.ts'

/**
 * No vendor has accepted a paid order: first reminds the vendor by SMS and on its bell, then calls the admins by mail
 * and on theirs.
 */
export const tellOfUnacceptedOrder: Reaction<'order_unaccepted'> = async (tx, event, now, { public_url }) => {
  const { order, step, given_up_at } = event
  const [vendor] = await tx
    .select({ name: vendors.name, phone: vendors.phone })
    .from(vendors)
    .where(eq(vendors.user_id, order.vendor_id))
  const phone = parsePhone(vendor?.phone ?? '')
  const facts = { id: order.id, placed_at: order.created_at, given_up_at }
  if (step === 'remind') {
    const text = unacceptedNotice(facts)
    const news = { user_id: order.vendor_id, kind: 'order_unaccepted' as const, text, order_id: order.id }
    await notifyUsers(tx, [news], now)
    if (!phone) return
    const sms = unacceptedSms(facts, `${public_url}/vendor-order`)
    const dedupe_key = `unaccepted_sms:${order.id}`
    await queueMessages(tx, [{ channel: 'sms', dedupe_key, to: phone, text: sms }], now)
    return
  }
  const called = { ...facts, vendor_name: vendor?.name ?? 'The kitchen', vendor_phone: phone }
  const text = unacceptedCallNotice(called)
  await ringForAdmins(tx, 'run_orders', { kind: 'order_unaccepted', text, order_id: order.id }, now)
  const mail = unacceptedCallMail(called, `${public_url}/admin/orders/${order.id}`)
  await queueMessages(
    tx,
    (await activeAdmins(tx, 'run_orders')).map(({ user_id, email }) => ({
      channel: 'mail' as const,
      dedupe_key: `unaccepted_call:${order.id}:${user_id}`,
      to: email,
      ...mail,
    })),
    now,
  )
}

/** Tells a kitchen that we paused, by SMS, mail and on its bell, how to come back; and the admins, whom to call. */
export const tellOfPausedKitchen: Reaction<'kitchen_paused'> = async (
  tx,
  { vendor, lapses },
  now,
  { public_url, sms_reply_number = null },
) => {
  const phone = parsePhone(vendor.phone ?? '')
  const told = { lapses, vendor_name: vendor.name ?? 'The kitchen', vendor_phone: phone }
  const account_url = `${public_url}/account`
  await notifyUsers(tx, [{ user_id: vendor.user_id, kind: 'kitchen_paused', text: pausedNotice(told) }], now)
  await ringForAdmins(tx, 'run_orders', { kind: 'kitchen_paused', text: pausedCallNotice(told) }, now)
  const once = `${vendor.user_id}:${now.getTime()}`
  const text = pausedSms(told, account_url, sms_reply_number)
  await queueMessages(
    tx,
    [
      ...(phone ? [{ channel: 'sms' as const, dedupe_key: `kitchen_paused_sms:${once}`, to: phone, text }] : []),
      {
        channel: 'mail' as const,
        dedupe_key: `kitchen_paused_mail:${once}`,
        to: vendor.email,
        ...pausedMail(told, account_url),
      },
    ],
    now,
  )
}
