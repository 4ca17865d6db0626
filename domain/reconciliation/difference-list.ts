import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import type { DifferenceStatus } from './lifecycle.ts'
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

/** A page of the differences of one status, newest first. */
export async function listDifferences(
  db: Db,
  { status, place }: { status: DifferenceStatus; place: Place | null },
): Promise<Page<DifferenceRow>> {
  const walk = keyset<DifferenceRow>(
    [{ column: reconciliation_cases.id, kind: 'number', of: (one) => one.id }],
    place,
    DIFFERENCES_PER_PAGE,
  )
  const found = await db
    .select(asShown)
    .from(reconciliation_cases)
    .leftJoin(users, closer)
    .where(and(eq(reconciliation_cases.status, status), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

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
