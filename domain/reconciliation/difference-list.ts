import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../list-view.ts'
import { type DifferenceStatus, difference_statuses } from './lifecycle.ts'
import { reconciliation_cases } from './tables.ts'

export const DIFFERENCES_PER_PAGE = 25

export type DifferenceRow = Omit<typeof reconciliation_cases.$inferSelect, 'closed_by'> & {
  /** In words. */
  closed_by: string | null
}

/** With the name of the person who closed it. */
const asShown = {
  ...getTableColumns(reconciliation_cases),
  closed_by: sql<string | null>`coalesce(${users.email}, ${reconciliation_cases.closed_role})`,
}
const closer = eq(users.id, reconciliation_cases.closed_by)

/** A page of the differences of one status, newest first unless the view is rising. */
export async function listDifferences(
  db: Db,
  {
    status,
    place,
    view = plainView(DIFFERENCES_PER_PAGE),
  }: { status: DifferenceStatus; place: Place | null; view?: ListView },
): Promise<Page<DifferenceRow>> {
  const walk = keyset<DifferenceRow>(
    [{ column: reconciliation_cases.id, kind: 'number', of: (one) => one.id }],
    place,
    view.size,
    view.rising,
  )
  const found = await db
    .select(asShown)
    .from(reconciliation_cases)
    .leftJoin(users, closer)
    .where(and(has(status), onDays(reconciliation_cases.found_at, view), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

const has = (status: DifferenceStatus) => eq(reconciliation_cases.status, status)

/** How many differences each status has. */
export const countDifferences = (db: Db) => countsOf(db, reconciliation_cases, difference_statuses, has)

/** One difference; null when there is none with this number. */
export async function findDifference(db: Db, id: number): Promise<DifferenceRow | null> {
  if (!Number.isSafeInteger(id)) return null
  const [found] = await db
    .select(asShown)
    .from(reconciliation_cases)
    .leftJoin(users, closer)
    .where(eq(reconciliation_cases.id, id))
  return found ?? null
}
