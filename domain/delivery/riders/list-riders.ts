import { and, eq, like, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { keyset, type Page, type Place } from '../../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../../list-view.ts'
import { phoneDigits } from '../../phone.ts'
import { isUuid } from '../../plain-text.ts'
import { holdsEveryWord, readSearch } from '../../search.ts'
import { type RiderFilter, rider_filters } from '../lifecycle.ts'
import { riders } from '../tables.ts'

/** See docs/product.md#page-sizes. */
export const RIDERS_PER_PAGE = 25

const row = {
  id: riders.id,
  user_id: riders.user_id,
  email: riders.email,
  name: riders.name,
  phone: riders.phone,
  vehicle: riders.vehicle,
  status: riders.status,
  submitted_at: riders.submitted_at,
  on_duty_since: riders.on_duty_since,
  created_at: riders.created_at,
}
export type RiderRow = Pick<typeof riders.$inferSelect, keyof typeof row>

/**
 * A page of all riders, newest first unless the view is rising; `search` is part of a name, a phone number or a mail
 * address.
 */
export async function listRiders(
  db: Db,
  request: { search: string; filter: RiderFilter; place: Place | null; view?: ListView },
): Promise<Page<RiderRow>> {
  const view = request.view ?? plainView(RIDERS_PER_PAGE)
  const walk = keyset<RiderRow>(
    [{ column: riders.id, kind: 'number', of: (rider) => rider.id }],
    request.place,
    view.size,
    view.rising,
  )
  const search = readSearch(request.search)
  const found = await db
    .select(row)
    .from(riders)
    .where(
      and(walk.where, filtered(request.filter), search ? matches(search) : undefined, onDays(riders.created_at, view)),
    )
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

/** How many riders each filter of the list has. */
export const countRiders = (db: Db) => countsOf(db, riders, rider_filters, filtered)

/** Everything an admin needs to decide about a rider; null when there is none. */
export async function riderFile(db: Db, rider_id: string): Promise<typeof riders.$inferSelect | null> {
  if (!isUuid(rider_id)) return null
  const [rider] = await db.select().from(riders).where(eq(riders.user_id, rider_id))
  return rider ?? null
}

/** The condition of a filter; nothing for all. */
export function filtered(filter: RiderFilter) {
  if (filter === 'All') return undefined
  if (filter === 'Waiting') return and(eq(riders.status, 'Pending'), sql`${riders.submitted_at} is not null`)
  return eq(riders.status, filter)
}

function matches(search: string) {
  const digits = phoneDigits(search)
  return or(
    holdsEveryWord(sql`search_text(${riders.name})`, search),
    holdsEveryWord(sql`search_text(${riders.email})`, search),
    digits ? like(riders.phone, `%${digits}%`) : undefined,
  )
}
