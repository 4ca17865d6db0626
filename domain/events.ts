import type { Tx } from '../db/open.ts'
import type { Actor } from './accounts/actor.ts'
import type { checkouts } from './checkout/tables.ts'
import type { orders } from './orders/tables.ts'
import type { refunds } from './payments/tables.ts'

/** What happened, in the past tense. What follows from it stands in `reactions.ts`. */
export type DomainEvent =
  | { kind: 'account_made'; actor: Actor }
  /** `token` is what the link in the mail needs; it is kept nowhere else. */
  | { kind: 'password_reset_asked'; reset: { id: string; email: string }; token: string }
  | { kind: 'password_changed'; reset: { id: string; email: string } }
  | { kind: 'checkout_paid'; checkout: typeof checkouts.$inferSelect; orders: (typeof orders.$inferSelect)[] }
  | {
      kind: 'refund_asked'
      refund: typeof refunds.$inferSelect
      checkout: typeof checkouts.$inferSelect
    }
  | {
      kind: 'order_refunded'
      refund: typeof refunds.$inferSelect
      order: typeof orders.$inferSelect
      /** What the one who cancelled gave as the reason; null when nothing was said. */
      explanation: string | null
    }

/** Tells the rest of the product what happened, inside the commit in which it happened. */
export type Announce = (tx: Tx, event: DomainEvent, now: Date) => Promise<void>
