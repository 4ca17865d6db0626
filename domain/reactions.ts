import { noteOrder } from '../db/after-commit.ts'
import type { Tx } from '../db/handle.ts'
import { vendors } from './catalog/tables.ts'
import { followOrder } from './delivery/steps/follow-order.ts'
import { makeOrderKeys } from './delivery/steps/make-delivery.ts'
import { returnTip } from './delivery/steps/return-tip.ts'
import { riders } from './delivery/tables.ts'
import { changesPromise, makePromises, updatePromise } from './delivery/windows/promise.ts'
import type { Announce, DomainEvent } from './events.ts'
import { reviveNews, settleNews } from './notifications/bell/bell.ts'
import {
  mailInvitation,
  mailLink,
  mailNewDevice,
  mailPasswordChanged,
  mailPinsMistyped,
  mailStaffAsked,
  mailStaffInvitation,
  textStaffInvitation,
} from './notifications/news/account-news.ts'
import {
  tellAdminsOfLateHandOver,
  tellAdminsOfMissingPin,
  tellAdminsOfWaiting,
  tellRiderOfClosedOffer,
  tellRiderOfDecision,
  tellRiderOfOffer,
  tellRiderOfRest,
} from './notifications/news/delivery-news.ts'
import { tellOfIncident } from './notifications/news/incident-news.ts'
import { dropMissingDishNews, tellOfMissingDish } from './notifications/news/missing-dish-news.ts'
import { tellOfChangedNote } from './notifications/news/note-news.ts'
import { tellCustomerOfOrder, tellCustomerOfWindow, tellOfMoreTime } from './notifications/news/order-news.ts'
import { tellOfPaidCheckout, tellVendorOfDueOrder } from './notifications/news/paid-news.ts'
import {
  tellAdminsOfFailedTransfer,
  tellPayeeOfCancelledPayout,
  tellPayeeOfPayment,
} from './notifications/news/payout-news.ts'
import {
  tellCustomerOfDoneRefund,
  tellCustomerOfRefund,
  tellCustomerOfRefusedClaim,
  tellOfCancelledOrder,
  tellOfMoneyGivenBack,
} from './notifications/news/refund-news.ts'
import {
  tellRiderOfShift,
  tellRidersOfFreedShift,
  tellRidersOfOfferedShift,
  tellRidersOfShifts,
} from './notifications/news/shift-news.ts'
import { tellOfPausedKitchen, tellOfUnacceptedOrder } from './notifications/news/unaccepted-news.ts'
import { tellVendorOfMove } from './notifications/news/vendor-news.ts'
import { closeMissing } from './orders/missing-dish/close-missing.ts'
import { undoableSince } from './orders/undo-window.ts'

type AccountMade = Extract<DomainEvent, { kind: 'account_made' }>
type CheckoutPaid = Extract<DomainEvent, { kind: 'checkout_paid' }>

/** The consequences of every event: this page is the whole list. All of them are part of the event's commit. */
export function reactions(settings: { public_url: string; sms_reply_number?: string | null }): Announce {
  const announce: Announce = async (tx, event, now) => {
    switch (event.kind) {
      case 'account_made':
        return makeRowOfRole(tx, event, now)
      case 'admin_invited':
        return mailInvitation(tx, settings.public_url, event, now)
      case 'staff_invited':
        return mailStaffInvitation(tx, settings.public_url, event, now)
      case 'staff_texted':
        return textStaffInvitation(tx, settings.public_url, event, now)
      case 'staff_asked':
        return mailStaffAsked(tx, settings.public_url, event, now)
      case 'mail_link_asked':
        return mailLink(tx, settings.public_url, event, now)
      case 'password_changed':
        return mailPasswordChanged(tx, settings.public_url, event, now)
      case 'new_device_used':
        return mailNewDevice(tx, settings.public_url, event, now)
      case 'pins_mistyped':
        return mailPinsMistyped(tx, settings.public_url, event, now)
      case 'vendor_moved':
        return tellVendorOfMove(tx, settings.public_url, event, now)
      case 'checkout_paid':
        await giveCustomerKeysAndPromise(tx, event, now)
        return tellOfPaidCheckout(tx, settings, event, now)
      case 'order_moved':
        noteOrder(tx, event.order.id)
        if (event.order.status === 'Cancelled' || event.order.status === 'Delivered')
          await closeMissing(tx, announce, { order_id: event.order.id }, { outcome: 'overtaken', by: event.by, now })
        // What was accepted by a kitchen's setting rings on, until somebody there has seen it.
        if (event.order.status === 'Pending') await ringAgain(tx, event.order, now)
        else if (event.verb !== 'accept' || event.by.role !== 'system') await stopRinging(tx, event.order, now)
        await followOrder(tx, announce, { ...event, now })
        await returnTip(tx, announce, event, now)
        await updatePromise(tx, event.order.id, now, {
          told: event.verb === 'accept' || event.verb === 'more_time',
          later: event.verb === 'more_time' ? 'kitchen' : null,
          untold: event.verb === 'undo_accept' || event.verb === 'undo_complete_new',
        })
        if (event.verb === 'more_time') return tellOfMoreTime(tx, settings.public_url, event, now)
        return tellCustomerOfOrder(tx, settings.public_url, event, now)
      case 'note_changed':
        noteOrder(tx, event.order.id)
        return tellOfChangedNote(tx, event, now)
      case 'dish_missing':
        return tellOfMissingDish(tx, settings.public_url, event, now)
      case 'missing_dish_closed':
        return dropMissingDishNews(tx, event)
      case 'rejection_held':
        return stopRinging(tx, event.order, now)
      case 'rejection_dropped':
        return event.order.status === 'Pending' ? ringAgain(tx, event.order, now) : undefined
      case 'delivery_moved':
        noteOrder(tx, event.delivery.order_id)
        if (changesPromise(event.verb)) await updatePromise(tx, event.delivery.order_id, now)
        if (event.delivery.rider_id !== null || event.delivery.closed_at !== null)
          await settleNews(tx, { order_id: event.delivery.order_id, kinds: ['no_rider'] }, now)
        return tellAdminsOfMissingPin(tx, event, now)
      case 'incident_noted':
        return tellOfIncident(tx, settings.public_url, event, now)
      case 'hand_over_told_late':
        return tellAdminsOfLateHandOver(tx, event, now)
      case 'offer_made':
        return tellRiderOfOffer(tx, settings.public_url, event, now)
      case 'offer_closed':
        return tellRiderOfClosedOffer(tx, event, now)
      case 'shifts_opened':
        return tellRidersOfShifts(tx, event, now)
      case 'shift_offered_on':
        return tellRidersOfOfferedShift(tx, event, now)
      case 'shift_freed':
        return tellRidersOfFreedShift(tx, event, now)
      case 'shift_told':
        return tellRiderOfShift(tx, event, now)
      case 'delivery_unclaimed':
        return tellAdminsOfWaiting(tx, event, now)
      case 'promise_renewed':
        noteOrder(tx, event.order_id)
        return tellCustomerOfWindow(tx, settings.public_url, event, now)
      case 'rider_on_duty':
        return settleNews(
          tx,
          { user_id: event.rider.user_id, kinds: ['sent_off_duty', 'stopped_riding', 'shift_begins'] },
          now,
        )
      case 'rider_sent_off_duty':
        return tellRiderOfRest(tx, settings.public_url, event, now)
      case 'rider_decided':
        return tellRiderOfDecision(tx, event, now)
      case 'refund_asked':
        return tellCustomerOfRefund(tx, event, now)
      case 'refund_done':
        return tellCustomerOfDoneRefund(tx, event, now)
      case 'order_cancelled':
        return tellOfCancelledOrder(tx, event, now)
      case 'order_due':
        noteOrder(tx, event.order.id)
        return tellVendorOfDueOrder(tx, settings, event, now)
      case 'order_unaccepted':
        return tellOfUnacceptedOrder(tx, settings.public_url, event, now)
      case 'kitchen_paused':
        return tellOfPausedKitchen(tx, settings, event, now)
      case 'orders_given_back':
        return tellOfMoneyGivenBack(tx, event, now)
      case 'claim_refused':
        return tellCustomerOfRefusedClaim(tx, event, now)
      case 'payout_paid':
        return tellPayeeOfPayment(tx, event, now)
      case 'payout_cancelled':
        return tellPayeeOfCancelledPayout(tx, event, now)
      case 'payout_transfer_failed':
        return tellAdminsOfFailedTransfer(tx, event, now)
    }
  }
  return announce
}

/** A new order that is answered stops ringing everywhere, and rings again when the answer is taken back. */
const ringing = ['new_order', 'order_unaccepted'] as const
const stopRinging = (tx: Tx, { id }: { id: number }, now: Date) => settleNews(tx, { order_id: id, kinds: ringing }, now)
const ringAgain = (tx: Tx, { id }: { id: number }, now: Date) =>
  reviveNews(tx, { order_id: id, kinds: ringing }, undoableSince(now))

/** Gives a customer who paid a link, a PIN and a window for every order. */
async function giveCustomerKeysAndPromise(tx: Tx, { orders }: CheckoutPaid, now: Date): Promise<void> {
  const order_ids = orders.map((order) => order.id)
  await makeOrderKeys(tx, order_ids)
  await makePromises(tx, order_ids, now)
}

/** Makes the rider's or the vendor's row of a new account; whom a kitchen invited has none. */
async function makeRowOfRole(tx: Tx, { actor }: AccountMade, now: Date): Promise<void> {
  const row = { user_id: actor.user_id, email: actor.email, created_at: now }
  // A demo vendor exists before its account.
  if (actor.role === 'vendor' && !actor.kitchen)
    await tx.insert(vendors).values(row).onConflictDoNothing({ target: vendors.user_id })
  if (actor.role === 'rider') await tx.insert(riders).values(row)
}
