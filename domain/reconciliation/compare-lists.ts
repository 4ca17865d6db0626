import { and, eq, lte } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { ListPage, PaymentProvider } from '../../adapters/payments/payment-provider.ts'
import type { TransferProvider } from '../../adapters/payments/transfer-provider.ts'
import { campusDate, DAY_MS } from '../clock.ts'
import { leaseUntil } from '../due.ts'
import type { Announce } from '../events.ts'
import { bookLateFees } from './book-late-fees.ts'
import { findDifferences } from './find-differences.ts'
import { keepCharges, keepRefunds, keepTransfers } from './keep-list.ts'
import { nextNight } from './next-night.ts'
import { ensureList, type ListDeps } from './read-newest.ts'
import { settleMissing } from './settle-missing.ts'
import { provider_lists } from './tables.ts'

export type CompareDeps = ListDeps & { payments: PaymentProvider; transfers: TransferProvider; announce: Announce }
type ListRow = typeof provider_lists.$inferSelect

/** How many days back the nightly comparison reads: late changes and lost webhooks show within that time. */
const DAYS_BACK = 8
/** Pages at a time, so that the worker's other loops and the provider get a break. */
const PAGES_PER_STEP = 5
const AFTER_AN_ERROR_SECONDS = 60

/**
 * One step of comparing the provider's lists with our books, when due: it reads a few pages into the mirror, and after
 * the last page writes down the differences, settles paid charges that are missing here, and closes differences that
 * are gone. Runs nightly and when an admin asks (`askComparison`). Answers 1 while there is more to do at once. An
 * error of the provider is stored for the screen; the comparison continues a minute later from the same page.
 */
export async function compareLists(deps: CompareDeps): Promise<number> {
  await ensureList(deps)
  const now = deps.clock.now()
  const ours = eq(provider_lists.provider, deps.payments.name)
  const [claimed] = await deps.db
    .update(provider_lists)
    .set({ next_compare_at: leaseUntil(now) })
    .where(and(ours, lte(provider_lists.next_compare_at, now)))
    .returning()
  if (!claimed) return 0
  const set = (values: Partial<ListRow>) => deps.db.update(provider_lists).set(values).where(ours)
  try {
    const state = claimed.comparing_from ? claimed : begin(claimed, now)
    // Stored before the first page is read, so that screens show that it began.
    if (!claimed.comparing_from) await set({ ...state, next_compare_at: leaseUntil(now) })
    const next = await readPages(deps, state)
    await set({ ...next, next_compare_at: now })
    if (next.compare_list !== null) return 1
    await bookLateFees(deps)
    await findDifferences(deps, deps.payments.name, {
      from: new Date(`${next.comparing_from}T00:00:00Z`),
      started_at: next.compare_started_at ?? now,
      now: deps.clock.now(),
    })
    await set({
      comparing_from: null,
      compare_pages: null,
      compared_at: deps.clock.now(),
      error: null,
      error_at: null,
      next_compare_at: nextNight(deps.clock.now()),
    })
    // Compared is compared, whatever becomes of a charge: what is missing is asked about every hour, too.
    await settleMissing(deps)
    return 0
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    await set({
      error: error.message,
      error_at: deps.clock.now(),
      next_compare_at: new Date(deps.clock.now().getTime() + AFTER_AN_ERROR_SECONDS * 1000),
    })
    return 0
  }
}

function begin(row: ListRow, now: Date): ListRow {
  return {
    ...row,
    comparing_from: campusDate(new Date(now.getTime() - DAYS_BACK * DAY_MS)),
    compare_started_at: now,
    compare_list: 'charges',
    compare_page: 1,
    compare_pages: null,
  }
}

/** Continues reading from the stored page; each page is stored before the next one is asked for. */
async function readPages(deps: CompareDeps, state: ListRow): Promise<ListRow> {
  let at = state
  for (let read = 0; read < PAGES_PER_STEP && at.compare_list !== null; read++) {
    at = await readPage[at.compare_list](deps, at)
  }
  return at
}

async function readCharges(deps: CompareDeps, at: ListRow): Promise<ListRow> {
  const list = await deps.payments.listCharges({
    page: at.compare_page,
    ...(at.comparing_from ? { from: at.comparing_from } : {}),
    to: campusDate(new Date(deps.clock.now().getTime() + DAY_MS)),
  })
  await keepCharges(deps.db, deps.payments.name, list.rows, deps.clock.now())
  return at.compare_page < list.pages
    ? { ...at, compare_page: at.compare_page + 1, compare_pages: list.pages }
    : { ...at, compare_list: 'refunds', compare_page: 1, compare_pages: null }
}

async function readRefunds(deps: CompareDeps, at: ListRow): Promise<ListRow> {
  const list = await deps.payments.listRefunds({ page: at.compare_page })
  await keepRefunds(deps.db, deps.payments.name, list.rows, deps.clock.now())
  return afterUnfiltered(at, list, 'transfers')
}

async function readTransfers(deps: CompareDeps, at: ListRow): Promise<ListRow> {
  const list = await deps.transfers.listTransfers({ page: at.compare_page })
  await keepTransfers(deps.db, deps.payments.name, list.rows, deps.clock.now())
  return afterUnfiltered(at, list, null)
}

const readPage = { charges: readCharges, refunds: readRefunds, transfers: readTransfers }

/** A list that cannot be filtered by day is read, newest first, until it is older than the comparison. */
function afterUnfiltered(
  at: ListRow,
  { rows, pages }: ListPage<{ created_at: Date | null }>,
  next: ListRow['compare_list'],
): ListRow {
  const oldest = rows.at(-1)?.created_at
  const far_enough = oldest && at.comparing_from && oldest < new Date(`${at.comparing_from}T00:00:00Z`)
  return at.compare_page < pages && !far_enough
    ? { ...at, compare_page: at.compare_page + 1, compare_pages: pages }
    : { ...at, compare_list: next, compare_page: 1, compare_pages: null }
}
