import { and, eq, lte, notExists, sql } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { ListedCharge, ProviderLists } from '../../adapters/payments/payment-provider.ts'
import { checkouts } from '../checkout/tables.ts'
import { leaseUntil } from '../due.ts'
import type { Deps } from '../events.ts'
import { payments } from '../payments/tables.ts'
import { keepCharges } from './keep-list.ts'
import { nextNight } from './next-night.ts'
import { provider_lists } from './tables.ts'

export type ListDeps = Deps & { payments: ProviderLists & { readonly name: string } }

/** How often the newest charges are read when no screen asks for them. */
const REST_SECONDS = 120
/** Of ten charges each; the nightly comparison reads older ones. */
const MOST_PAGES = 50
/** Short, since somebody waits at the screen. */
const SCREEN_TIMEOUT_SECONDS = 4
/** Several admins, or one who turns pages, cause one question. */
const FRESH_SECONDS = 10

/** Creates the row of a provider that was never read. */
export async function ensureList(deps: ListDeps): Promise<void> {
  const now = deps.clock.now()
  await deps.db
    .insert(provider_lists)
    .values({ provider: deps.payments.name, next_read_at: now, next_compare_at: nextNight(now) })
    .onConflictDoNothing()
}

/**
 * Reads the provider's newest charges into the mirror when due: page by page until one holds nothing new. A successful
 * charge that we have not recorded makes its checkout due at once: neither webhook nor callback came. Answers 1 when it
 * read, 0 when it was not due. An error is stored for the screen and the reading tried again.
 */
export async function readNewestCharges(deps: ListDeps): Promise<number> {
  await ensureList(deps)
  const now = deps.clock.now()
  const claimed = await deps.db
    .update(provider_lists)
    .set({ next_read_at: leaseUntil(now) })
    .where(sql`${eq(provider_lists.provider, deps.payments.name)} and ${lte(provider_lists.next_read_at, now)}`)
    .returning({ provider: provider_lists.provider })
  if (claimed.length === 0) return 0
  await noting(deps, async () => {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const list = await deps.payments.listCharges({ page })
      await hurryUnrecorded(deps, list.rows)
      const { all_known } = await keepCharges(deps.db, deps.payments.name, list.rows, deps.clock.now())
      if (all_known || page >= list.pages) break
    }
  })
  const rest_until = new Date(deps.clock.now().getTime() + REST_SECONDS * 1000)
  await deps.db
    .update(provider_lists)
    .set({ next_read_at: rest_until })
    .where(eq(provider_lists.provider, deps.payments.name))
  return 1
}

/** The list is not believed either: it only says what to ask about. */
async function hurryUnrecorded(deps: ListDeps, rows: readonly ListedCharge[]): Promise<void> {
  const { db, clock, payments: provider } = deps
  const paid = rows.filter(({ status }) => status === 'successful')
  for (const { tx_ref, provider_transaction_id } of paid) {
    const recorded = db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.provider, provider.name), eq(payments.provider_transaction_id, provider_transaction_id)))
    await db
      .update(checkouts)
      .set({ next_check_at: clock.now() })
      .where(and(eq(checkouts.tx_ref, tx_ref), notExists(recorded)))
  }
}

/**
 * Reads the newest page for somebody who opens the screen, within a few seconds and at most every ten. Never throws
 * when the provider gives no answer: the screen then shows the mirror and the provider's error (`listState`).
 */
export async function refreshNewestCharges(deps: ListDeps): Promise<void> {
  await ensureList(deps)
  const state = await listState(deps)
  const now = deps.clock.now()
  const asked_at = Math.max(state?.read_at?.getTime() ?? 0, state?.error_at?.getTime() ?? 0)
  if (now.getTime() - asked_at < FRESH_SECONDS * 1000) return
  await noting(deps, async () => {
    const list = await deps.payments.listCharges({ page: 1, timeout_seconds: SCREEN_TIMEOUT_SECONDS })
    const now = deps.clock.now()
    const { all_known } = await keepCharges(deps.db, deps.payments.name, list.rows, now)
    // More may be new than fits one page: the worker reads on.
    if (!all_known && list.pages > 1) {
      await deps.db
        .update(provider_lists)
        .set({ next_read_at: now })
        .where(eq(provider_lists.provider, deps.payments.name))
    }
  })
}

/** How far the provider's list was read, the last error, and the progress of a comparison. */
export async function listState(deps: Pick<ListDeps, 'db' | 'payments'>) {
  const [state] = await deps.db.select().from(provider_lists).where(eq(provider_lists.provider, deps.payments.name))
  return state ?? null
}

/** Runs `read` and stores that the newest charges were read, or why not. Throws only for bugs. */
async function noting(deps: ListDeps, read: () => Promise<void>): Promise<void> {
  const ours = eq(provider_lists.provider, deps.payments.name)
  try {
    await read()
    await deps.db.update(provider_lists).set({ read_at: deps.clock.now(), error: null, error_at: null }).where(ours)
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    await deps.db.update(provider_lists).set({ error: error.message, error_at: deps.clock.now() }).where(ours)
  }
}
