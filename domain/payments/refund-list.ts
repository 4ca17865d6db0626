import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import { moverNames } from '../accounts/mover-names.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import type { Mover } from '../lifecycle.ts'
import { countsOf, type ListView, onDays, plainView } from '../list-view.ts'
import { type RefundStatus, refund_statuses } from './lifecycle.ts'
import { payments, refunds } from './tables.ts'

export const REFUNDS_PER_PAGE = 25

const columns = {
  refund: refunds,
  tx_ref: payments.tx_ref,
  provider: payments.provider,
  provider_transaction_id: payments.provider_transaction_id,
}
export type ListedRefund = {
  refund: typeof refunds.$inferSelect
  tx_ref: string
  provider: string
  provider_transaction_id: string
}

/** One page of all refunds, newest first; of one status, if given. */
export async function listRefunds(
  db: Db,
  {
    status,
    place,
    view = plainView(REFUNDS_PER_PAGE),
  }: { status: RefundStatus | null; place: Place | null; view?: ListView },
): Promise<Page<ListedRefund>> {
  const walk = keyset<ListedRefund>(
    [
      { column: refunds.created_at, kind: 'instant', of: (row) => row.refund.created_at },
      { column: refunds.id, kind: 'uuid', of: (row) => row.refund.id },
    ],
    place,
    view.size,
    view.rising,
  )
  const found = await db
    .select(columns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(status === null ? undefined : eq(refunds.status, status), onDays(refunds.created_at, view), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

/** The filters of the list, and how many refunds each has. */
export const refund_filters = ['All', ...refund_statuses] as const
export const countRefunds = (db: Db) =>
  countsOf(db, refunds, refund_filters, (filter) => (filter === 'All' ? undefined : eq(refunds.status, filter)))

/** Who decided a refund. */
export const askerOf = ({ asked_role, asked_by }: typeof refunds.$inferSelect): Mover => ({
  role: asked_role,
  user_id: asked_by,
})

/** One refund by its id, with its decider in words; null when there is none. */
export async function findRefund(db: Db, refund_id: string): Promise<(ListedRefund & { asked_by: string }) | null> {
  if (!z.uuid().safeParse(refund_id).success) return null
  const [found] = await db
    .select(columns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(refunds.id, refund_id))
  if (!found) return null
  const asker = askerOf(found.refund)
  return { ...found, asked_by: (await moverNames(db, [asker]))(asker) }
}
