import { noteOrder } from '../db/after-commit.ts'
import type { Tx } from '../db/handle.ts'
import { vendors } from './catalog/tables.ts'
import { followReferral, noteReferral } from './checkout/promotions/referrals.ts'
import { stillHeld } from './checkout/quote/told-windows.ts'
import { payCalledOffWay } from './delivery/incidents/pay-ended-way.ts'
import { followOrder } from './delivery/steps/follow-order.ts'
import { makeOrderKeys } from './delivery/steps/make-delivery.ts'
import { returnTip } from './delivery/steps/return-tip.ts'
import { riders } from './delivery/tables.ts'
import type { FleetNow, KnownFleet } from './delivery/windows/fleet.ts'
import { changesPromise, makePromises, updatePromise } from './delivery/windows/promise.ts'
import type { Announce, Deployment, EventKind, EventOf, Reaction } from './events.ts'
import { reviveNews, settleNews } from './notifications/bell/bell.ts'
import {
  mailInvitation,
  mailLink,
  mailNewDevice,
  mailPasswordChanged,
  mailPinsMistyped,
  mailSecondStepEnded,
  mailStaffAsked,
  mailStaffInvitation,
  textOnboardedKitchen,
  textStaffInvitation,
} from './notifications/news/account-news.ts'
import { dropAtGateNews, tellCustomerAtGate } from './notifications/news/at-gate-news.ts'
import { tellRidersOfCalledOff } from './notifications/news/called-off-news.ts'
import { tellOfCase } from './notifications/news/case-news.ts'
import { tellAdminsOfChargeback } from './notifications/news/chargeback-news.ts'
import { dropLinesOfEndedWay, dropReadLines, tellOfLine } from './notifications/news/chat-news.ts'
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
import {
  dropMoreTimeNews,
  tellCustomerOfOrder,
  tellCustomerOfWindow,
  tellOfMoreTime,
} from './notifications/news/order-news.ts'
import { tellOfPaidCheckout, tellVendorOfDueOrder } from './notifications/news/paid-news.ts'
import {
  tellAdminsOfFailedTransfer,
  tellAdminsOfRevivedTransfer,
  tellAdminsOfUnknownTransfer,
  tellPayeeOfCancelledPayout,
  tellPayeeOfPayment,
} from './notifications/news/payout-news.ts'
import { tellReferrer } from './notifications/news/referral-news.ts'
import {
  tellCustomerOfConfirmedClaim,
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
import { tellOfLostSamePrice, tellVendorOfMove } from './notifications/news/vendor-news.ts'
import type { OrderVerb } from './orders/lifecycle.ts'
import { choiceBegan } from './orders/missing-dish/choice-began.ts'
import { closeMissing } from './orders/missing-dish/close-missing.ts'
import { undoableSince } from './orders/undo-window.ts'

const of_accounts = {
  account_made: makeRowOfRole,
  admin_invited: mailInvitation,
  staff_invited: mailStaffInvitation,
  staff_texted: textStaffInvitation,
  staff_asked: mailStaffAsked,
  kitchen_onboarded: textOnboardedKitchen,
  mail_link_asked: mailLink,
  password_changed: mailPasswordChanged,
  second_step_ended: mailSecondStepEnded,
  new_device_used: mailNewDevice,
  pins_mistyped: mailPinsMistyped,
} satisfies Partial<{ readonly [Kind in EventKind]: Reaction<Kind> }>

/**
 * The consequences of every event: this page is the whole list. All of them are part of the event's commit. A process
 * that knows its fleet need not ask for it in each.
 */
export function reactions(settings: Deployment, fleet?: Pick<KnownFleet, 'latest'>): Announce {
  const announce: Announce = (tx, event, now) => react(tx, event.kind, event, now)

  function react<Kind extends EventKind>(tx: Tx, kind: Kind, event: EventOf<Kind>, now: Date) {
    return consequences[kind](tx, event, now, settings)
  }

  const consequences: { readonly [Kind in EventKind]: Reaction<Kind> } = {
    ...of_accounts,
    vendor_moved: tellVendorOfMove,
    checkout_paid: async (tx, event, now) => {
      await noteReferral(tx, event, now)
      await giveCustomerKeysAndPromise(tx, event, now, fleet?.latest() ?? null)
      await tellOfPaidCheckout(tx, event, now, settings)
    },
    order_moved: async (tx, event, now) => {
      const { order, verb, by } = event
      noteOrder(tx, order.id)
      if (order.status === 'Cancelled' || order.status === 'Delivered')
        await closeMissing(tx, announce, { order_id: order.id }, { outcome: 'overtaken', by, now })
      // What was accepted by a kitchen's setting rings on, until somebody there has seen it.
      if (order.status === 'Pending') await ringAgain(tx, order, now)
      else if (verb !== 'accept' || by.role !== 'system') await stopRinging(tx, order, now)
      await followOrder(tx, announce, { ...event, now })
      await returnTip(tx, announce, event, now)
      await followReferral(tx, announce, event, now)
      await updatePromise(tx, order.id, now, {
        told: verb === 'accept' || verb === 'more_time',
        later: verb === 'more_time' ? 'kitchen' : null,
        untold: untold_by[verb] ?? null,
      })
      const tell = tell_of[verb] ?? tellCustomerOfOrder
      await tell(tx, event, now, settings)
    },
    note_changed: tellOfChangedNote,
    line_written: tellOfLine,
    lines_read: dropReadLines,
    dish_missing: async (tx, event, now) => {
      // While its customer chooses, nothing is to be done about a new order.
      await stopRinging(tx, event.order, now)
      await tellOfMissingDish(tx, event, now, settings)
    },
    missing_dish_closed: async (tx, event, now) => {
      await dropMissingDishNews(tx, event, now, settings)
      const asked_at = await choiceBegan(tx, event.order_id)
      if (asked_at) await reviveNews(tx, { order_id: event.order_id, kinds: ringing }, asked_at)
    },
    rejection_held: (tx, event, now) => stopRinging(tx, event.order, now),
    rejection_dropped: async (tx, event, now) => {
      if (event.order.status === 'Pending') await ringAgain(tx, event.order, now)
    },
    delivery_moved: async (tx, event, now) => {
      const { order_id, rider_id, closed_at } = event.delivery
      noteOrder(tx, order_id)
      if (changesPromise(event.verb)) await updatePromise(tx, order_id, now)
      if (rider_id !== null || closed_at !== null) await settleNews(tx, { order_id, kinds: ['no_rider'] }, now)
      await dropAtGateNews(tx, event, now, settings)
      await dropLinesOfEndedWay(tx, event, now, settings)
      await tellAdminsOfMissingPin(tx, event, now, settings)
    },
    rider_at_gate: tellCustomerAtGate,
    incident_noted: tellOfIncident,
    hand_over_told_late: tellAdminsOfLateHandOver,
    offer_made: tellRiderOfOffer,
    offer_closed: tellRiderOfClosedOffer,
    shifts_opened: tellRidersOfShifts,
    shift_offered_on: tellRidersOfOfferedShift,
    shift_freed: tellRidersOfFreedShift,
    shift_told: tellRiderOfShift,
    delivery_unclaimed: tellAdminsOfWaiting,
    promise_renewed: async (tx, event, now) => {
      noteOrder(tx, event.order_id)
      await tellCustomerOfWindow(tx, event, now, settings)
    },
    rider_on_duty: (tx, { rider: { user_id } }, now) =>
      settleNews(tx, { user_id, kinds: ['sent_off_duty', 'stopped_riding', 'shift_begins'] }, now),
    rider_sent_off_duty: tellRiderOfRest,
    rider_decided: tellRiderOfDecision,
    refund_asked: tellCustomerOfRefund,
    refund_done: tellCustomerOfDoneRefund,
    order_cancelled: payWayAndTell,
    order_due: tellVendorOfDueOrder,
    order_unaccepted: tellOfUnacceptedOrder,
    case_handed_on: tellOfCase,
    kitchen_paused: tellOfPausedKitchen,
    same_price_lost: tellOfLostSamePrice,
    orders_given_back: tellOfMoneyGivenBack,
    claim_refused: tellCustomerOfRefusedClaim,
    claim_confirmed: tellCustomerOfConfirmedClaim,
    referral_rewarded: tellReferrer,
    chargeback_raised: tellAdminsOfChargeback,
    payout_paid: tellPayeeOfPayment,
    payout_cancelled: tellPayeeOfCancelledPayout,
    payout_transfer_failed: tellAdminsOfFailedTransfer,
    payout_made_besides: tellAdminsOfRevivedTransfer,
    transfer_unknown: tellAdminsOfUnknownTransfer,
  }
  return announce
}

/** A rider who was on the way is paid for it and told what becomes of the food, and everybody hears of the order. */
const payWayAndTell: Reaction<'order_cancelled'> = async (tx, event, now, settings) => {
  await tellRidersOfCalledOff(tx, event, await payCalledOffWay(tx, event, now), now)
  await tellOfCancelledOrder(tx, event, now, settings)
}

/** What a customer is not told after all, by what took it back. */
const untold_by: Partial<Record<OrderVerb, 'accepted' | 'later'>> = {
  undo_accept: 'accepted',
  undo_complete_new: 'accepted',
  undo_more_time: 'later',
}
const tell_of: Partial<Record<OrderVerb, Reaction<'order_moved'>>> = {
  more_time: tellOfMoreTime,
  undo_more_time: dropMoreTimeNews,
}

/** A new order that is answered stops ringing everywhere, and rings again when the answer is taken back. */
const ringing = ['new_order', 'order_unaccepted'] as const
const stopRinging = (tx: Tx, { id }: { id: number }, now: Date) => settleNews(tx, { order_id: id, kinds: ringing }, now)
const ringAgain = (tx: Tx, { id }: { id: number }, now: Date) =>
  reviveNews(tx, { order_id: id, kinds: ringing }, undoableSince(now))

/** Gives a customer who paid a link, a PIN and a window for every order. */
async function giveCustomerKeysAndPromise(
  tx: Tx,
  { checkout, orders }: EventOf<'checkout_paid'>,
  now: Date,
  fleet: FleetNow | null,
): Promise<void> {
  const order_ids = orders.map((order) => order.id)
  const held = stillHeld(checkout, now)
  const told = orders.flatMap(({ id, vendor_id }) => {
    const window = held.find((one) => one.vendor_id === vendor_id)
    return window ? [[id, window] as const] : []
  })
  await makeOrderKeys(tx, order_ids)
  await makePromises(tx, order_ids, now, fleet, new Map(told))
}

/** Makes the rider's or the vendor's row of a new account; whom a kitchen invited has none. */
async function makeRowOfRole(tx: Tx, { actor }: EventOf<'account_made'>, now: Date): Promise<void> {
  const row = { user_id: actor.user_id, email: actor.email, created_at: now }
  // A demo vendor exists before its account.
  if (actor.role === 'vendor' && !actor.kitchen)
    await tx.insert(vendors).values(row).onConflictDoNothing({ target: vendors.user_id })
  if (actor.role === 'rider') await tx.insert(riders).values(row)
}
