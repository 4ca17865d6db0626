import { brand } from '../../brand.ts'
import { OFFER_SECONDS } from '../../delivery/offers/make-offer.ts'
import type { NotificationKind } from '../tables.ts'

type PushForm = {
  /** The line above the notification's own text. */
  title: string
  /** How long it is worth ringing for; later we or the push service drop it. */
  ttl_seconds: number
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** What rings a device whose page is closed: everything on the bell, each for as long as it is useful. */
const push_forms: Readonly<Record<NotificationKind, PushForm>> = {
  new_order: { title: 'New order', ttl_seconds: 30 * MINUTE },
  order_for_later: { title: 'For later', ttl_seconds: DAY },
  order_unaccepted: { title: 'An order waits', ttl_seconds: 15 * MINUTE },
  kitchen_paused: { title: 'Your kitchen is paused', ttl_seconds: DAY },
  same_price_lost: { title: 'Same price is off', ttl_seconds: DAY },
  order_cancelled: { title: 'Order cancelled', ttl_seconds: DAY },
  order_refunded: { title: 'Money given back', ttl_seconds: DAY },
  offer: { title: 'New offer', ttl_seconds: OFFER_SECONDS },
  offer_withdrawn: { title: 'Offer gone', ttl_seconds: 2 * MINUTE },
  more_time: { title: 'The kitchen needs more time', ttl_seconds: 30 * MINUTE },
  note_changed: { title: 'Another note', ttl_seconds: 30 * MINUTE },
  chat: { title: 'Somebody writes', ttl_seconds: 30 * MINUTE },
  no_rider: { title: 'No rider yet', ttl_seconds: 30 * MINUTE },
  no_pin: { title: 'Handed over without the PIN', ttl_seconds: DAY },
  told_late: { title: 'Handed over, told late', ttl_seconds: DAY },
  incident: { title: 'Food that cannot be handed over', ttl_seconds: DAY },
  food_comes_back: { title: 'Food comes back', ttl_seconds: 2 * 60 * MINUTE },
  still_there: { title: 'Are you still there?', ttl_seconds: 30 * MINUTE },
  rider_waits: { title: 'A rider waits', ttl_seconds: 15 * MINUTE },
  rider_decided: { title: 'Your registration', ttl_seconds: 2 * DAY },
  sent_off_duty: { title: 'You are off duty', ttl_seconds: DAY },
  stopped_riding: { title: 'You are off duty', ttl_seconds: DAY },
  called_off: { title: 'Called off', ttl_seconds: DAY },
  shift: { title: 'Shifts', ttl_seconds: DAY },
  shift_begins: { title: 'Your shift', ttl_seconds: 2 * 60 * MINUTE },
  vendor_moved: { title: 'Your kitchen', ttl_seconds: 2 * DAY },
  payout: { title: 'Payout', ttl_seconds: 2 * DAY },
  messages_held: { title: 'Messages are held', ttl_seconds: DAY },
  chargeback: { title: 'A bank asks money back', ttl_seconds: DAY },
  case_yours: { title: 'A case for you', ttl_seconds: DAY },
}

/**
 * What the service worker reads (app/workers/push-worker.ts). A newer message with the same tag replaces the older one.
 */
export type PushPayload = {
  title: string
  body: string
  url: string
  tag: string
  /** What the worker reports once it shows it (`report-shown.ts`); a customer's phone that cannot report has none. */
  shown?: string
}

/** One notification as a device shows it, and until when it is useful. */
export function pushMessage(
  news: { id: number; kind: NotificationKind; text: string; order_id: number | null; kitchen?: string | null },
  path: string,
  now: Date,
): { payload: PushPayload; expires_at: Date } {
  const { title: what, ttl_seconds } = push_forms[news.kind]
  const title = news.kitchen ? `${what}, ${news.kitchen}` : what
  return {
    payload: { title: `${brand.name}: ${title}`, body: news.text, url: path, tag: tagOf(news) },
    expires_at: new Date(now.getTime() + ttl_seconds * 1000),
  }
}

/** Offers replace each other, and so does all news of one order. */
function tagOf({ id, kind, order_id }: { id: number; kind: NotificationKind; order_id: number | null }): string {
  if (kind === 'offer' || kind === 'offer_withdrawn') return 'offer'
  return order_id === null ? `news-${id}` : `order-${order_id}`
}
