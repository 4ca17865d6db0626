import { type AnyColumn, and, gte, lt, type SQL } from 'drizzle-orm'
import { campusInstant, DAY_MS } from './clock.ts'
import { page_sizes } from './list-sizes.ts'

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

/** Whether it shows some days only. */
export const hasDays = ({ from, to }: Pick<ListView, 'from' | 'to'>): boolean => from !== '' || to !== ''

/** The condition that keeps the rows of its days. */
export function onDays(column: AnyColumn, { from, to }: Pick<ListView, 'from' | 'to'>): SQL | undefined {
  return and(
    from === '' ? undefined : gte(column, campusInstant(from)),
    to === '' ? undefined : lt(column, new Date(campusInstant(to).getTime() + DAY_MS)),
  )
}
