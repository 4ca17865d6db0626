import type { Db, Tx } from '../db/handle.ts'
import type { Actor } from './accounts/actor.ts'
import type { LinkPurpose } from './accounts/tables.ts'
import type { AdminRole } from './admin-roles.ts'
import type { VendorVerb } from './catalog/lifecycle.ts'
import type { vendors } from './catalog/tables.ts'
import type { chat_lines } from './chat/tables.ts'
import type { checkouts } from './checkout/tables.ts'
import type { Clock } from './clock.ts'
import type { WayOut } from './delivery/incidents/lifecycle.ts'
import type { DeliveryVerb, LaterReason } from './delivery/lifecycle.ts'
import type { shifts } from './delivery/shifts/tables.ts'
import type { deliveries, incidents, offers, riders } from './delivery/tables.ts'
import type { KitchenRole } from './kitchen-roles.ts'
import type { Mover } from './lifecycle.ts'
import type { Kobo } from './money.ts'
import type { OrderVerb } from './orders/lifecycle.ts'
import type { missing_dishes, orders } from './orders/tables.ts'
import type { chargebacks } from './payments/chargebacks/tables.ts'
import type { payments, refunds } from './payments/tables.ts'
import type { Payee } from './payouts/payee.ts'
import type { payouts } from './payouts/tables.ts'
import type { promotions } from './promotions/tables.ts'

/** What happened, in the past tense. The consequences are in `reactions.ts`. */
export type DomainEvent =
  | { kind: 'account_made'; actor: Actor }
  /** An owner invited somebody as an admin; `token` goes into the mail and is stored nowhere else. */
  | {
      kind: 'admin_invited'
      link: { id: string; email: string; expires_at: Date }
      invited: { name: string; admin_role: AdminRole; by: string }
      token: string
    }
  /** Somebody in a kitchen invited another to work there; `token` as above. */
  | {
      kind: 'staff_invited'
      link: { id: string; email: string; expires_at: Date }
      invited: { name: string; role: KitchenRole; by: string; kitchen: string }
      token: string
    }
  /** The same by text message, to a phone number in E.164; `id` is as secret as the token's fingerprint. */
  | {
      kind: 'staff_texted'
      link: { id: string; phone: string; expires_at: Date }
      invited: { name: string; role: KitchenRole; kitchen: string }
      token: string
    }
  /** An admin took a kitchen in; its owner, who logs in with the phone number, chooses a password by `token`. */
  | {
      kind: 'kitchen_onboarded'
      link: { id: string; phone: string; expires_at: Date }
      kitchen: string
      token: string
    }
  /** A kitchen asks somebody who has an account to work there too. */
  | {
      kind: 'staff_asked'
      person: { user_id: string; email: string; vendor_id: string }
      asks: { role: KitchenRole; by: string; kitchen: string; until: Date }
    }
  /** Too many wrong PINs at a kitchen's tablet: those of one person, or, where `who` is null, of several. */
  | { kind: 'pins_mistyped'; vendor_id: string; who: string | null; until: Date }
  /** An admin activated a vendor, turned it down, suspended or restored it. */
  | { kind: 'vendor_moved'; vendor: typeof vendors.$inferSelect; verb: VendorVerb; reason: string | null }
  /** `token` goes into the mailed link; it is stored nowhere else. */
  | {
      kind: 'mail_link_asked'
      link: { id: string; purpose: LinkPurpose; email: string; expires_at: Date }
      token: string
    }
  /** `id` identifies this one change. */
  | { kind: 'password_changed'; change: { id: string; email: string } }
  /** Its owner lost the phone, and whoever may took the second step of the login away; `id` is this one time. */
  | { kind: 'second_step_ended'; change: { id: string; email: string } }
  /** Somebody logged in with a browser that is new to the account; `device` is the browser in words. */
  | { kind: 'new_device_used'; login: { id: string; email: string }; device: string; at: Date }
  | { kind: 'checkout_paid'; checkout: typeof checkouts.$inferSelect; orders: (typeof orders.$inferSelect)[] }
  /**
   * Any move of an order's lifecycle, whoever made it: accepted, completed, rejected, picked up, delivered, cancelled.
   */
  | {
      kind: 'order_moved'
      order: typeof orders.$inferSelect
      verb: OrderVerb
      by: Mover
      reason: string | null
    }
  /** Its customer changed the note of an order that nobody has picked up. */
  | { kind: 'note_changed'; order: typeof orders.$inferSelect }
  /** Somebody wrote a line of the chat of an order; `instead_of` is the line whose waiting text message it replaces. */
  | {
      kind: 'line_written'
      line: typeof chat_lines.$inferSelect
      order: typeof orders.$inferSelect
      instead_of: number | null
    }
  /** The tracking page showed these to its customer. */
  | { kind: 'lines_read'; line_ids: readonly number[] }
  /** A kitchen asked to reject an order, which is held for a moment, or took that back. */
  | { kind: 'rejection_held' | 'rejection_dropped'; order: typeof orders.$inferSelect }
  /** A dish of an order is out, and its customer may choose; or that is over, however it ended. */
  | {
      kind: 'dish_missing'
      order: typeof orders.$inferSelect
      missing: typeof missing_dishes.$inferSelect
      /** Nothing would be left of the order without it and what else is out. */
      is_last: boolean
    }
  | { kind: 'missing_dish_closed'; order_id: number; missing_ids: readonly number[] }
  /** Any move of a delivery's lifecycle: offered, accepted, arrived, picked up, handed over, given back, cancelled. */
  | {
      kind: 'delivery_moved'
      delivery: typeof deliveries.$inferSelect
      verb: DeliveryVerb
      by: Mover
      reason: string | null
    }
  /** Its rider is at the customer's gate with it. */
  | { kind: 'rider_at_gate'; delivery: typeof deliveries.$inferSelect }
  /** Food that is on its way cannot simply be handed over: its rider waits, a way out was taken, or it is back. */
  | {
      kind: 'incident_noted'
      incident: typeof incidents.$inferSelect
      order_id: number
      step: 'waits' | WayOut | 'back'
      by: Mover
    }
  /** A phone that was offline proves by the PIN that it handed over what was given up, or taken from it, meanwhile. */
  | { kind: 'hand_over_told_late'; order_id: number; happened: Date; was_taken: boolean; by: Actor }
  /** A rider has an offer to decide about; `pay` is for all its deliveries. */
  | {
      kind: 'offer_made'
      offer: typeof offers.$inferSelect
      deliveries: (typeof deliveries.$inferSelect)[]
      pay: Kobo
    }
  /**
   * An offer was taken, declined or ignored. Or it was withdrawn: by hand before an answer, or because everything in it
   * was cancelled or assigned.
   */
  | { kind: 'offer_closed'; offer: typeof offers.$inferSelect; by: Mover }
  /** Places in shifts of the week from that Monday on are offered to riders. */
  | { kind: 'shifts_opened'; monday: string }
  /** A rider offers a shift to the others. */
  | { kind: 'shift_offered_on'; shift: typeof shifts.$inferSelect; rider_id: string }
  /** A place in a shift is open again: its rider gave it up, or may not work any more. */
  | { kind: 'shift_freed'; shift: typeof shifts.$inferSelect; rider_id: string }
  /** Something about a shift that its rider, or who had it, must hear. */
  | {
      kind: 'shift_told'
      shift: typeof shifts.$inferSelect
      rider_id: string
      what: 'soon' | 'missed' | 'taken_over' | 'called_off'
      reason: string | null
    }
  /** No rider took a delivery for too long: an admin must look. */
  | { kind: 'delivery_unclaimed'; delivery: typeof deliveries.$inferSelect }
  /**
   * An order's expected window changed without a move. What its customer is told of it, if anything: that somebody is
   * on duty for an order that was paid while nobody was, or that it comes much later, and why.
   */
  | {
      kind: 'promise_renewed'
      order_id: number
      window: { from: Date; until: Date }
      told: { kind: 'rider_found' } | { kind: 'later'; because: LaterReason | null } | null
    }
  /** A rider takes offers from now on. */
  | { kind: 'rider_on_duty'; rider: typeof riders.$inferSelect }
  /** A rider ignored several offers and gets no more until they go on duty again. */
  | { kind: 'rider_sent_off_duty'; rider: typeof riders.$inferSelect }
  | {
      kind: 'rider_decided'
      rider: typeof riders.$inferSelect
      action: 'rider_activated' | 'rider_rejected'
      reason: string | null
    }
  | {
      kind: 'refund_asked'
      refund: typeof refunds.$inferSelect
      checkout: typeof checkouts.$inferSelect
    }
  /** The money of a refund was sent to the customer, by the provider or from our bank. */
  | { kind: 'refund_done'; refund: typeof refunds.$inferSelect }
  /** A customer's bank asks money back, and waits for an answer; the payment is null where we know none. */
  | {
      kind: 'chargeback_raised'
      chargeback: typeof chargebacks.$inferSelect
      payment: typeof payments.$inferSelect | null
    }
  | {
      kind: 'order_cancelled'
      verb: OrderVerb
      order: typeof orders.$inferSelect
      /** Null when nothing was left to give back. */
      refund: typeof refunds.$inferSelect | null
      /** The reason given by the person who cancelled; null for none. */
      explanation: string | null
      by: Mover
    }
  /** It is time to begin what was ordered for later. */
  | { kind: 'order_due'; order: typeof orders.$inferSelect }
  /** No vendor has accepted a paid order: remind the vendor, or call the admins. */
  | {
      kind: 'order_unaccepted'
      order: typeof orders.$inferSelect
      step: 'remind' | 'call'
      /** When it is cancelled automatically if nobody acts and the vendor is open. */
      given_up_at: Date
    }
  /** A kitchen let so many orders in a row lapse, or nothing reached it (null), and is paused until it opens again. */
  /** A kitchen broke its promise of the same price as at its counter with an order, and has lost it. */
  | { kind: 'same_price_lost'; vendor: typeof vendors.$inferSelect; order_id: number; reason: string }
  /** Somebody gave an open case to another admin. */
  | { kind: 'case_handed_on'; case_id: number; title: string; to: string; by: Actor }
  | { kind: 'kitchen_paused'; vendor: typeof vendors.$inferSelect; lapses: number | null }
  | {
      /** Money of orders of one checkout goes back; their status stays. */
      kind: 'orders_given_back'
      given: readonly { order: typeof orders.$inferSelect; refund: typeof refunds.$inferSelect }[]
      explanation: string
    }
  /** An admin refused what a customer claimed about an order, and says why. */
  | { kind: 'claim_refused'; claim_id: string; order: typeof orders.$inferSelect; reason: string }
  /** An admin confirmed it, and its money had gone back before. */
  | { kind: 'claim_confirmed'; claim_id: string; order: typeof orders.$inferSelect; reason: string }
  /** A friend's first order came, and whoever brought them has this offer for their next one. */
  | { kind: 'referral_rewarded'; reward: typeof promotions.$inferSelect }
  | { kind: 'payout_paid'; payout: typeof payouts.$inferSelect; payee: Payee }
  | {
      kind: 'payout_cancelled'
      payout: typeof payouts.$inferSelect
      payee: Payee
      reason: string
      /** The payee's registration was opened to correct the bank account. */
      wrong_account: boolean
    }
  /** The payout is still Pending: an admin decides what follows. */
  | { kind: 'payout_transfer_failed'; payout: typeof payouts.$inferSelect; problem: string }
  /** The provider makes a transfer after all that it had called failed, and the payout is past following it. */
  | { kind: 'payout_made_besides'; payout: typeof payouts.$inferSelect; reference: string }
  /** The provider's list has a transfer that stands in none of our tables. */
  | { kind: 'transfer_unknown'; reference: string; amount: Kobo }

/** Tells the rest of the product what happened, inside the same commit. */
export type Announce = (tx: Tx, event: DomainEvent, now: Date) => Promise<void>

type Events = { [Event in DomainEvent as Event['kind']]: Event }
export type EventKind = keyof Events
/** The events of one kind. */
export type EventOf<Kind extends EventKind> = Events[Kind]

/** What texts say of this deployment: its address, and the number that kitchens reply to, where it has one. */
export type Deployment = { public_url: string; sms_reply_number?: string | null }
/** What follows from one kind of event, inside the same commit. */
export type Reaction<Kind extends EventKind> = (
  tx: Tx,
  event: EventOf<Kind>,
  now: Date,
  settings: Deployment,
) => Promise<void>

/** What a verb works with, beside who acts. */
export type Deps = { db: Db; clock: Clock }
/** The same for a verb that causes something elsewhere. */
export type AnnouncingDeps = Deps & { announce: Announce }
