import { type AnyColumn, and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/handle.ts'
import { campusInstant, DAY_MS } from './clock.ts'
import { MOST_COUNTED, page_sizes } from './list-sizes.ts'

/** How somebody wants to see a list. */
export type ListView<Sort extends string = string> = {
  sort: Sort
  rising: boolean
  size: number
  /** The campus days that it shows, 'YYYY-MM-DD', both included; empty where that side is open. */
  from: string
  to: string
}

/** A list as it is by itself: newest first. */
export const plainView = (size: number): ListView<'date'> => ({ sort: 'date', rising: false, size, from: '', to: '' })

/**
 * What the address of a list says: `?sort=amount`, or `amount.up` for the smallest first, `?rows=50`, `?from=` and
 * `?to=`. What it does not know, as a sequence that is gone, counts as not said; the first of `sorts` comes by itself.
 */
export function listViewIn<Sort extends string>(
  query: URLSearchParams,
  { sorts, size }: { sorts: readonly [Sort, ...Sort[]]; size: number },
): ListView<Sort> {
  const [name = '', direction] = (query.get('sort') ?? '').split('.')
  const sort = sorts.find((known) => known === name)
  const rows = Number(query.get('rows') ?? Number.NaN)
  return {
    sort: sort ?? sorts[0],
    rising: sort !== undefined && direction === 'up',
    size: page_sizes.includes(rows) ? rows : size,
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
  }
}

const dayIn = (text: string | null): string =>
  text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(campusInstant(text).getTime()) ? text : ''

/** The condition that keeps the rows of its days. */
export function onDays(column: AnyColumn, { from, to }: Pick<ListView, 'from' | 'to'>): SQL | undefined {
  return and(
    from === '' ? undefined : gte(column, campusInstant(from)),
    to === '' ? undefined : lt(column, new Date(campusInstant(to).getTime() + DAY_MS)),
  )
}

/** How many rows of a table each filter leaves (all where it has no condition), counted until one more than 999. */
export async function countsOf<Name extends string>(
  db: Db,
  table: PgTable,
  filters: readonly Name[],
  conditionOf: (filter: Name) => SQL | undefined,
): Promise<Record<Name, number>> {
  const counted = filters.map(
    (filter) =>
      sql`(select count(*)::int from (select 1 from ${table} where ${conditionOf(filter) ?? sql`true`}
        limit ${MOST_COUNTED + 1}) counted)`,
  )
  const { rows } = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(counted, sql`, `)}] as counts`)
  const counts = rows[0]?.counts ?? []
  return Object.fromEntries(filters.map((filter, place) => [filter, counts[place] ?? 0])) as Record<Name, number>
}
