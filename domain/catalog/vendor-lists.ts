import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { takesOrders } from './availability.ts'
import { type ServiceHours, serviceHours } from './service-hours.ts'
import { food, vendors } from './tables.ts'

export type VendorCard = {
  user_id: string
  name: string
  profile_photo: string | null
  landmark: string | null
  delivery_time: string | null
  rating: number | null
  rating_count: number
  category: string | null
  open: boolean
  /** Why no orders are taken, in words; null while open. */
  closed_text: string | null
  /** Dishes that the search found here. */
  found_dishes: string[]
}

/** `valid_until`: the instant at which a list would look different although nothing was changed (an opening, a closing). */
export type VendorList = { vendors: VendorCard[]; valid_until: Date | null }

export type VendorSort = 'all' | 'rating' | 'price'

/** Spec §9. */
export const RESTAURANTS_PER_PAGE = 12
const FEATURED = 5

/** How alike two spellings must be for the search to take one for the other: "amla" is amala, "pizza" is no pie. */
const LIKENESS = '0.4'

/** Spec §3: a vendor without a name is hidden; so is one that no admin activated. */
export const listed = and(eq(vendors.status, 'Active'), isNotNull(vendors.name), ne(vendors.name, ''))

/** Up to five vendors for the home page's carousel (spec §2): the best rated of those that take orders now come first. */
export async function featuredVendors(db: Db, now: Date): Promise<VendorList> {
  const rows = await db
    .select()
    .from(vendors)
    .where(listed)
    .orderBy(sql`${vendors.rating} desc nulls last`, vendors.id)
  const service = await serviceHours(db)
  const cards = openFirst(rows.map((row) => vendorCard(row, service, now)))
  return listOf(cards.slice(0, FEATURED), cards)
}

/**
 * One page of the restaurants (spec §2): 12 per page, sorted by rating descending, by average price ascending, or, for
 * All, with those that take orders now first. `search` finds vendors and dishes by name and forgives spelling.
 */
export async function listVendors(
  db: Db,
  request: { search: string; sort: VendorSort; page: number },
  now: Date,
): Promise<VendorList & { page: number; pages: number; total: number }> {
  const search = request.search
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 80)
  const rows = search ? await searchVendors(db, search) : await allVendors(db, request.sort)
  const service = await serviceHours(db)
  const cards = rows.map((row) => vendorCard(row, service, now))
  const sorted = request.sort === 'all' ? openFirst(cards) : cards
  if (search && request.sort === 'rating') sorted.sort((a, b) => (b.card.rating ?? 0) - (a.card.rating ?? 0))
  if (search && request.sort === 'price') sorted.sort((a, b) => a.avg_price - b.avg_price)
  const pages = Math.max(1, Math.ceil(sorted.length / RESTAURANTS_PER_PAGE))
  const page = Math.min(Math.max(1, request.page), pages)
  const shown = sorted.slice((page - 1) * RESTAURANTS_PER_PAGE, page * RESTAURANTS_PER_PAGE)
  return { ...listOf(shown, sorted), page, pages, total: sorted.length }
}

type VendorRow = typeof vendors.$inferSelect & { found_dishes?: string[] }

function allVendors(db: Db, sort: VendorSort): Promise<VendorRow[]> {
  const order = {
    all: [vendors.id],
    rating: [sql`${vendors.rating} desc nulls last`, vendors.id],
    price: [sql`${vendors.avg_price} asc nulls last`, vendors.id],
  }[sort]
  return db
    .select()
    .from(vendors)
    .where(listed)
    .orderBy(...order)
}

/** Best match first. Trigrams forgive spelling; short words are looked for as they stand. */
async function searchVendors(db: Db, search: string): Promise<VendorRow[]> {
  const needle = sql`search_text(${search})`
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const matches = (name: unknown) =>
    sql`(${needle} <% search_text(${name}) or search_text(${name}) like search_text(${pattern}))`
  const found_dishes = db
    .select({
      vendor_id: food.vendor_id,
      names: sql<
        string[]
      >`(array_agg(${food.name} order by word_similarity(${needle}, search_text(${food.name})) desc, ${food.position}))[1:3]`.as(
        'names',
      ),
      best: sql<number>`max(word_similarity(${needle}, search_text(${food.name})))`.as('best'),
    })
    .from(food)
    .where(matches(food.name))
    .groupBy(food.vendor_id)
    .as('found_dishes')
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${LIKENESS}, true)`)
    return tx
      .select({ vendor: vendors, names: found_dishes.names })
      .from(vendors)
      .leftJoin(found_dishes, eq(found_dishes.vendor_id, vendors.user_id))
      .where(and(listed, sql`(${matches(vendors.name)} or ${found_dishes.vendor_id} is not null)`))
      .orderBy(
        desc(
          sql`greatest(word_similarity(${needle}, search_text(${vendors.name})), coalesce(${found_dishes.best}, 0))`,
        ),
        vendors.id,
      )
  })
  return rows.map((row) => ({ ...row.vendor, found_dishes: row.names ?? [] }))
}

type DatedCard = { card: VendorCard; avg_price: number; until: Date | null }

function vendorCard(row: VendorRow, service: ServiceHours, now: Date): DatedCard {
  const answer = takesOrders(row, service, now)
  return {
    card: {
      user_id: row.user_id,
      name: row.name ?? '',
      profile_photo: row.profile_photo,
      landmark: row.landmark,
      delivery_time: row.delivery_time,
      rating: row.rating,
      rating_count: row.rating_count,
      category: row.category,
      open: answer.open,
      closed_text: answer.open ? null : answer.text,
      found_dishes: row.found_dishes ?? [],
    },
    avg_price: row.avg_price ?? Number.MAX_SAFE_INTEGER,
    until: answer.until,
  }
}

function openFirst(cards: DatedCard[]): DatedCard[] {
  return [...cards].sort((a, b) => Number(b.card.open) - Number(a.card.open))
}

function listOf(shown: DatedCard[], all: DatedCard[]): VendorList {
  const instants = all.flatMap(({ until }) => (until ? [until.getTime()] : []))
  return {
    vendors: shown.map(({ card }) => card),
    valid_until: instants.length > 0 ? new Date(Math.min(...instants)) : null,
  }
}
