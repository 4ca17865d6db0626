import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { riders } from '../delivery/tables.ts'
import { keyset, type Page, type Place, type SortKey } from '../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../list-view.ts'
import { PAYOUT_SETTINGS } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { type PayoutFilter, payout_filters, type TransferStatus } from './lifecycle.ts'
import { isHeld } from './payee.ts'
import { needsTwoAdmins } from './second-admin.ts'
import { payout_transfers, payouts } from './tables.ts'
import { is_transfer_that_counts } from './transfers/transfer-that-counts.ts'

/** See docs/product.md#page-sizes. */
export const ADMIN_PAYOUTS_PER_PAGE = 5

export type AdminPayoutRow = Pick<
  typeof payouts.$inferSelect,
  'id' | 'amount' | 'status' | 'created_at' | 'paid_by'
> & {
  payee: { kind: 'vendor' | 'rider'; name: string }
  /** The transfer that counts; `unanswered` while it is not known whether the provider has it. */
  transfer: { status: TransferStatus; unanswered: boolean } | null
  /** The provider makes a failed transfer of it after all, and nobody has said what came of that. */
  made_besides: boolean
  /** Pending, and waiting for an admin to check the bank account. */
  held: boolean
  /** Pending, and how many of two approvals it has; null where one is enough. */
  approvals: 0 | 1 | null
}

/** By what payouts can be sorted; the newest come first by themselves. */
export const payout_sorts = ['date', 'amount'] as const

/** A page of all payouts, as the view wants them: newest first where it says nothing. */
export async function listPayouts(
  db: Db,
  request: { filter: PayoutFilter; place: Place | null; view?: ListView<(typeof payout_sorts)[number]> },
): Promise<Page<AdminPayoutRow>> {
  const view = request.view ?? plainView(ADMIN_PAYOUTS_PER_PAGE)
  const by_id: SortKey<AdminPayoutRow> = { column: payouts.id, kind: 'number', of: (row) => row.id }
  // They are numbered as they are asked for.
  const by_amount: SortKey<AdminPayoutRow> = { column: payouts.amount, kind: 'kobo', of: (row) => row.amount }
  const keys = view.sort === 'amount' ? [by_amount, by_id] : [by_id]
  const walk = keyset(keys, request.place, view.size, view.rising)
  const settings = await readSetting(db, PAYOUT_SETTINGS)
  const found = await db
    .select({
      payout: getTableColumns(payouts),
      vendor: getTableColumns(vendors),
      rider: getTableColumns(riders),
      made_besides: sql<boolean>`exists (select from ${payout_transfers} alive
        where alive.payout_id = ${payouts.id} and alive.doubt = 'alive' and alive.looked_up_at is null)`,
      transfer: {
        status: payout_transfers.status,
        last_error: payout_transfers.last_error,
      },
    })
    .from(payouts)
    .leftJoin(vendors, eq(vendors.user_id, payouts.vendor_id))
    .leftJoin(riders, eq(riders.user_id, payouts.rider_id))
    .leftJoin(payout_transfers, is_transfer_that_counts)
    .where(and(filtered(request.filter), onDays(payouts.created_at, view), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(
    found.map(({ payout, vendor, rider, transfer, made_besides }) => {
      const { id, amount, status, created_at, paid_by, approved_by } = payout
      const owner = vendor ?? rider
      const open = status === 'Pending'
      return {
        id,
        amount,
        status,
        created_at,
        paid_by,
        made_besides,
        payee: {
          kind: vendor ? ('vendor' as const) : ('rider' as const),
          name: owner?.name ?? owner?.email ?? payout.account_name,
        },
        transfer: transfer && {
          status: transfer.status,
          unanswered: transfer.status === 'Asked' && transfer.last_error !== null,
        },
        held: open && owner !== null && isHeld(payout, { bank_account: owner, bank_changed_at: owner.bank_changed_at }),
        approvals: open && needsTwoAdmins(amount, settings) ? (approved_by === null ? 0 : 1) : null,
      }
    }),
  )
}

/** How many payouts each filter of the list has. */
export const countPayouts = (db: Db) => countsOf(db, payouts, payout_filters, filtered)

const filtered = (filter: PayoutFilter) => (filter === 'All' ? undefined : eq(payouts.status, filter))

/** What the list's chosen payouts are, to be shown before they are paid; by number, those that are there. */
export async function payoutsChosen(db: Db, ids: readonly number[]): Promise<(typeof payouts.$inferSelect)[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(payouts)
    .where(inArray(payouts.id, [...ids]))
    .orderBy(payouts.id)
}
