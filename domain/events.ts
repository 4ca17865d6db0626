import type { Tx } from '../db/open.ts'
import type { checkouts } from './checkout/tables.ts'
import type { orders } from './orders/tables.ts'
import type { refunds } from './payments/tables.ts'

/** What happened, in the past tense. What follows from it stands in `reactions.ts`. */
export type DomainEvent =
  | { kind: 'checkout_paid'; checkout: typeof checkouts.$inferSelect; orders: (typeof orders.$inferSelect)[] }
  | {
      kind: 'refund_asked'
      refund: typeof refunds.$inferSelect
      checkout: typeof checkouts.$inferSelect
    }

/** Tells the rest of the product what happened, inside the commit in which it happened. */
export type Announce = (tx: Tx, event: DomainEvent, now: Date) => Promise<void>
