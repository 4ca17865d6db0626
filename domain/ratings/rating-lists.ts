import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { type ListView, onDays, plainView } from '../list-view.ts'
import { ratings } from './tables.ts'

export const RATINGS_PER_PAGE = 25
const LATEST = 5

const shown = {
  order_id: ratings.order_id,
  food: ratings.food,
  delivery: ratings.delivery,
  line: ratings.line,
  first_name: ratings.first_name,
  rated_at: ratings.rated_at,
  hidden_at: ratings.hidden_at,
}

/** The latest five ratings of a vendor, for its own desk, without lines that an admin hid. */
export async function latestRatings(db: Db, vendor_id: string) {
  const rows = await db
    .select(shown)
    .from(ratings)
    .where(eq(ratings.vendor_id, vendor_id))
    .orderBy(desc(ratings.order_id))
    .limit(LATEST)
  return rows.map((row) => ({ ...row, line: row.hidden_at ? null : row.line }))
}

type ListedRating = Pick<
  typeof ratings.$inferSelect,
  'order_id' | 'food' | 'delivery' | 'line' | 'first_name' | 'rated_at' | 'hidden_at'
> & { vendor_name: string | null }

/** A page of all ratings for the admins, by their orders, the newest first unless the view is rising. */
export async function listRatings(
  db: Db,
  { place, view = plainView(RATINGS_PER_PAGE) }: { place: Place | null; view?: ListView },
): Promise<Page<ListedRating>> {
  const walk = keyset<ListedRating>(
    [{ column: ratings.order_id, kind: 'number', of: (row) => row.order_id }],
    place,
    view.size,
    view.rising,
  )
  const rows = await db
    .select({ ...shown, vendor_name: vendors.name })
    .from(ratings)
    .innerJoin(vendors, eq(vendors.user_id, ratings.vendor_id))
    .where(and(onDays(ratings.rated_at, view), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(rows)
}
