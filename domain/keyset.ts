import { type AnyColumn, and, gt, gte, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isUuid } from './plain-text.ts'

/** A place in a list: a row's sort values, and on which side of that row the page lies. */
export type Place = { side: 'after' | 'before'; cursor: string }

/** One page of a list. A cursor is what `?after=` and `?before=` hold; null where the list ends. */
export type Page<Row> = { rows: Row[]; after: string | null; before: string | null }

type SortValue = number | string | Date
/** One column that a list is sorted by, and how to read its value from a row; an amount is read in kobo. */
export type SortKey<Row> = {
  column: SQLWrapper
  kind: 'number' | 'instant' | 'uuid' | 'kobo'
  of(row: Row): SortValue
}

/** The place in an address, from `?after=…` or `?before=…`; null is the beginning of the list. */
export function placeIn(query: URLSearchParams): Place | null {
  for (const side of ['after', 'before'] as const) {
    const cursor = query.get(side)
    if (cursor) return { side, cursor }
  }
  return null
}

/**
 * Reads a list in pages of `size`, sorted by `keys` descending (or `rising`); the last key must be unique. A page
 * begins at a row, not at a count, so page 10,000 costs as much as page 1, and rows added meanwhile shift nothing.
 * Query with `where`, `order` and `limit`, then give the rows to `page`. An unreadable cursor means the beginning.
 */
export function keyset<Row>(keys: readonly SortKey<Row>[], place: Place | null, size: number, rising = false) {
  const values = place && readCursor(place.cursor, keys)
  const backwards = place?.side === 'before' && values !== null
  const upwards = backwards !== rising
  const columns = sql.join(
    keys.map(({ column }) => sql`${column}`),
    sql`, `,
  )
  const here = values && sql`(${columns}) ${upwards ? sql`>` : sql`<`} (${sql.join(values, sql`, `)})`
  return {
    where: here ?? undefined,
    order: keys.map(({ column }) => (upwards ? sql`${column} asc` : sql`${column} desc`)),
    /** One more than the page shows, to know whether the list goes on. */
    limit: size + 1,
    page(found: readonly Row[]): Page<Row> {
      const goes_on = found.length > size
      const rows = found.slice(0, size)
      if (backwards) rows.reverse()
      const [first, last] = [rows[0], rows.at(-1)]
      const has_newer = backwards ? goes_on : values !== null
      const has_older = backwards ? true : goes_on
      return {
        rows,
        before: first !== undefined && has_newer ? writeCursor(first, keys) : null,
        after: last !== undefined && has_older ? writeCursor(last, keys) : null,
      }
    },
  }
}

const SEPARATOR = '~'

function writeCursor<Row>(row: Row, keys: readonly SortKey<Row>[]): string {
  return keys
    .map(({ of }) => {
      const value = of(row)
      return value instanceof Date ? value.toISOString() : String(value)
    })
    .join(SEPARATOR)
}

/** The values for the database, or null when somebody wrote nonsense into the address. */
function readCursor<Row>(cursor: string, keys: readonly SortKey<Row>[]): SQL[] | null {
  const parts = cursor.split(SEPARATOR)
  if (parts.length !== keys.length) return null
  const values: SQL[] = []
  for (const [place, { kind }] of keys.entries()) {
    const part = parts[place] ?? ''
    if (kind === 'number' && /^\d{1,15}$/.test(part)) values.push(sql`${Number(part)}::bigint`)
    else if (kind === 'kobo' && MOST_KOBO.test(part)) values.push(sql`(${Number(part)}::bigint / 100.0)::numeric(12,2)`)
    else if (kind === 'instant' && isInstant(part)) values.push(sql`${part}::timestamptz`)
    else if (kind === 'uuid' && isUuid(part)) values.push(sql`${part}::uuid`)
    else return null
  }
  return values
}

/** As many figures as a column of money holds. */
const MOST_KOBO = /^\d{1,12}$/

/** As we write one. February 30 is a day of March to a Date, and none to PostgreSQL. */
function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return /^20\d\d-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text
}

/** Large enough to ask the database rarely, small enough for memory. */
const ROWS_PER_PORTION = 500

/** From `since` until before `before`, and of these only the rows with these numbers, where they are given. */
export type Taken = { since: Date; before: Date; ids?: readonly number[] | undefined }

/**
 * Reads all rows from `since` until before `before`, in portions that each begin after the last row of the one before.
 * `read` answers at most `limit` rows that match `where`, by their id.
 */
export async function* readRange<Row extends { id: number }>(
  { id, at }: { id: AnyColumn; at: AnyColumn },
  { since, before, ids }: Taken,
  read: (where: SQL | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const chosen = ids && inArray(id, [...ids])
    const rows = await read(and(gt(id, after), gte(at, since), lt(at, before), chosen), ROWS_PER_PORTION)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last.id
  }
}
