import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { type Kobo, koboFromNaira } from '../../money.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { takesOrders } from '../hours/availability.ts'
import { SERVICE_HOURS, type ServiceHours } from '../hours/service-hours.ts'
import type { Allergen, Diet } from '../menu/dish-contents.ts'
import { toldDishes } from '../menu/told-dishes.ts'
import { food, vendors } from '../tables.ts'
import { likeEnough, likenessOf, mayBeLike, searchWords, useLikeness } from './search-words.ts'

export type VendorCard = {
  user_id: string
  /** What stands for it in the address of its page; its id where it has no slug yet. */
  slug: string
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
  /** It promises the same prices as at its counter. */
  same_price: boolean
  /** How many of its dishes are said to be without what was named; 0 where nothing was. */
  dishes_without: number
}

/** `valid_until`: when the list will look different without any change to data (an opening, a closing). */
export type VendorList = { vendors: VendorCard[]; valid_until: Date | null }

export type VendorSort = 'all' | 'rating' | 'price'

/** See docs/product.md#page-sizes. */
export const RESTAURANTS_PER_PAGE = 12
const FEATURED = 5
/** As many as are offered to choose from. */
const MOST_CATEGORIES = 10
const BUDGET_STEP_NAIRA = 500
/** The average price of a menu without dishes: behind all others. */
const UNPRICED = Number.MAX_SAFE_INTEGER

/** Hides vendors without a name and those that are not Active. */
export const listed = and(eq(vendors.status, 'Active'), isNotNull(vendors.name), ne(vendors.name, ''))

/** What stands for the vendors that the lists show in their addresses; as many as a sitemap holds, the oldest first. */
export async function listedSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .select({ slug: vendors.slug, user_id: vendors.user_id })
    .from(vendors)
    .where(listed)
    .orderBy(vendors.id)
    .limit(40_000)
  return rows.map(({ slug, user_id }) => slug ?? user_id)
}

/**
 * Up to five vendors for the home page's carousel (docs/product.md#home): the best rated of those that take orders now
 * come first.
 */
export async function featuredVendors(db: Db, now: Date): Promise<VendorList> {
  const rows = await db.select().from(vendors).where(listed).orderBy(sql`${vendors.rating} desc nulls last`, vendors.id)
  const service = await readSetting(db, SERVICE_HOURS)
  const cards = openFirst(rows.map((row) => vendorCard(row, service, now)))
  return listOf(cards.slice(0, FEATURED), cards)
}

export type ListRequest = {
  search: string
  sort: VendorSort
  page: number
  /** Only those that take orders now. */
  open_only?: boolean
  /** Only those with one of these slugs. */
  only?: readonly string[] | null
  /** Only those of this category, in any case of letters; one that none of those found has leaves out nobody. */
  category?: string
  /** Only those with a dish of this diet. */
  diet?: Diet
  /** Only those with a dish that is said to be without this. */
  without?: Allergen
  /** Only those whose dishes cost this on average, or less. */
  most_kobo?: Kobo
}

type ListPage = {
  page: number
  pages: number
  total: number
  /** Of all that were found, the most frequent first. */
  categories: string[]
  /** The one that was asked for, as its kitchens write it. */
  category: string | null
  /** Those of which somebody found has a dish. */
  diets: Diet[]
  /** What is in a dish of somebody found. */
  allergens: Allergen[]
  /** What half of those found stay within on average, in full 500 naira; null where it would leave out nobody. */
  budget_kobo: Kobo | null
}

/**
 * One page of the restaurants (docs/product.md#restaurants), sorted by rating descending or by average price ascending;
 * vendors that take orders now always come first. `search` finds vendors and dishes by name and forgives misspelling.
 */
export async function listVendors(db: Db, request: ListRequest, now: Date): Promise<VendorList & ListPage> {
  const search = request.search
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 80)
  const rows = search ? await searchVendors(db, search) : await allVendors(db, request.sort)
  const service = await readSetting(db, SERVICE_HOURS)
  const told = await toldDishes(
    db,
    rows.map(({ user_id }) => user_id),
  )
  const cards = rows.map((row) => vendorCard(row, service, now))
  if (search && request.sort === 'rating') cards.sort((a, b) => (b.card.rating ?? 0) - (a.card.rating ?? 0))
  if (search && request.sort === 'price') cards.sort((a, b) => a.avg_price - b.avg_price)
  const categories = categoriesOf(cards)
  const category = categories.find((name) => isSame(name, request.category ?? '')) ?? null
  const { diet, without, most_kobo } = request
  const needs = { diets: diet ? [diet] : [], without: without ? [without] : [] }
  const suiting = ({ user_id }: VendorCard) => told.suiting(user_id, needs)
  const sorted = openFirst(cards).filter(
    ({ card, avg_price }) =>
      (card.open || !request.open_only) &&
      (request.only?.includes(card.slug) ?? true) &&
      (!category || isSame(card.category ?? '', category)) &&
      (!(diet || without) || suiting(card) > 0) &&
      (most_kobo === undefined || avg_price <= most_kobo),
  )
  const pages = Math.max(1, Math.ceil(sorted.length / RESTAURANTS_PER_PAGE))
  const page = Math.min(Math.max(1, request.page), pages)
  const shown = sorted
    .slice((page - 1) * RESTAURANTS_PER_PAGE, page * RESTAURANTS_PER_PAGE)
    .map((one) => ({ ...one, card: { ...one.card, dishes_without: without ? suiting(one.card) : 0 } }))
  return {
    ...listOf(shown, cards),
    page,
    pages,
    total: sorted.length,
    categories: categories.filter((name, at) => at < MOST_CATEGORIES || name === category),
    category,
    diets: told.diets,
    allergens: told.allergens,
    budget_kobo: budgetOf(cards),
  }
}

function budgetOf(cards: readonly DatedCard[]): Kobo | null {
  const prices = cards.map(({ avg_price }) => avg_price).filter((price) => price !== UNPRICED)
  const middle = prices.sort((left, right) => left - right)[Math.floor((prices.length - 1) / 2)]
  if (middle === undefined) return null
  const budget = koboFromNaira(Math.ceil(middle / koboFromNaira(BUDGET_STEP_NAIRA)) * BUDGET_STEP_NAIRA)
  return prices.some((price) => price > budget) ? budget : null
}

const isSame = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase()

/** The most frequent first; of several ways to write one, that of the first kitchen. */
function categoriesOf(cards: readonly DatedCard[]): string[] {
  const counts = new Map<string, { name: string; count: number }>()
  for (const { card } of cards) {
    const name = card.category?.trim()
    if (!name) continue
    const known = counts.get(name.toLowerCase()) ?? { name, count: 0 }
    counts.set(name.toLowerCase(), { ...known, count: known.count + 1 })
  }
  return [...counts.values()].sort((left, right) => right.count - left.count).map(({ name }) => name)
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

/**
 * Best match first. Words that begin a word of the name count most; a misspelling counts where nothing matches much
 * better (`search-words.ts`).
 */
async function searchVendors(db: Db, search: string): Promise<VendorRow[]> {
  return db.transaction(async (tx) => {
    const normal = await tx.execute<{ text: string }>(sql`select search_text(${search}) as text, ${useLikeness}`)
    const words = searchWords(normal.rows[0]?.text ?? '')
    if (words.length === 0) return []
    const dish_name = sql<string>`search_text(${food.name})`
    const vendor_name = sql<string>`search_text(${vendors.name})`
    const dishes = await tx
      .select({ vendor_id: food.vendor_id, name: food.name, normal: dish_name })
      .from(food)
      .innerJoin(vendors, eq(vendors.user_id, food.vendor_id))
      .where(and(listed, mayBeLike(words, dish_name)))
      .orderBy(food.position, food.id)
    const cooks = inArray(vendors.user_id, [...new Set(dishes.map((dish) => dish.vendor_id))])
    const rows = await tx
      .select({ vendor: vendors, normal: vendor_name })
      .from(vendors)
      .where(and(listed, or(mayBeLike(words, vendor_name), cooks)))
      .orderBy(vendors.id)
    return likestFirst(words, rows, dishes)
  })
}

function likestFirst(
  words: readonly string[],
  rows: readonly { vendor: typeof vendors.$inferSelect; normal: string }[],
  dishes: readonly { vendor_id: string; name: string; normal: string }[],
): VendorRow[] {
  const judged = dishes.map((dish) => ({ ...dish, likeness: likenessOf(words, dish.normal) }))
  const likest_first = (left: { likeness: number }, right: { likeness: number }) => right.likeness - left.likeness
  const found = rows.map(({ vendor, normal }) => {
    const own = judged.filter((dish) => dish.vendor_id === vendor.user_id).sort(likest_first)
    return { vendor, own, likeness: Math.max(likenessOf(words, normal), own[0]?.likeness ?? 0) }
  })
  const likest = found.reduce((most, { likeness }) => Math.max(most, likeness), 0)
  return likeEnough(found, likest)
    .sort(likest_first)
    .map(({ vendor, own }) => ({
      ...vendor,
      found_dishes: likeEnough(own, likest)
        .slice(0, 3)
        .map((dish) => dish.name),
    }))
}

type DatedCard = { card: VendorCard; avg_price: number; until: Date | null }

function vendorCard(row: VendorRow, service: ServiceHours, now: Date): DatedCard {
  const answer = takesOrders(row, service, now)
  return {
    card: {
      user_id: row.user_id,
      slug: row.slug ?? row.user_id,
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
      same_price: row.same_price_since !== null,
      dishes_without: 0,
    },
    avg_price: row.avg_price ?? UNPRICED,
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
