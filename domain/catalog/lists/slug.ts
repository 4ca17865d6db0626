import { and, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { isUuid } from '../../plain-text.ts'
import { vendor_slugs, vendors } from '../tables.ts'
import { listed } from './vendor-lists.ts'

const LONGEST = 50
/** What a name of only signs becomes. */
const NAMELESS = 'kitchen'

/** Letters that are no other letter with a mark. */
const plain_letters: Readonly<Record<string, string>> = {
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'ng', ǝ: 'e', ɛ: 'e', ɔ: 'o' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', '&': ' and ' },
}

/** What a name becomes in an address: `Ìyá Bọ̀sẹ̀ & Sons` is `iya-bose-and-sons`. Never empty, never like a uuid. */
export function slugOf(name: string): string {
  const words = name
    .replace(/['’‘`]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/./gu, (letter) => plain_letters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const slug = words.slice(0, LONGEST).replace(/-+$/, '') || NAMELESS
  return isUuid(slug) ? `${NAMELESS}-${slug}` : slug
}

/** What a kitchen's files are called by; one without a name yet is called `kitchen`. */
export async function kitchenSlug(db: Db, vendor_id: string): Promise<string> {
  const [vendor] = await db.select({ slug: vendors.slug }).from(vendors).where(eq(vendors.user_id, vendor_id))
  return vendor?.slug ?? NAMELESS
}

/**
 * Gives a kitchen the slug of its name, in the caller's commit: the name's own, or with the next free number behind it
 * where another kitchen has or had it. One that fits the name stays; one that the kitchen had before comes back. The
 * caller has locked the kitchen's row.
 */
export async function giveSlug(
  tx: Tx,
  vendor: { user_id: string; slug: string | null },
  name: string,
): Promise<string> {
  const wanted = slugOf(name)
  const fits = (slug: string) => slug === wanted || (slug.startsWith(`${wanted}-`) && numberOf(slug, wanted) !== null)
  if (vendor.slug && fits(vendor.slug)) return vendor.slug
  const slug = await takeSlug(tx, vendor.user_id, wanted)
  await tx.update(vendors).set({ slug }).where(eq(vendors.user_id, vendor.user_id))
  return slug
}

async function takeSlug(tx: Tx, vendor_id: string, wanted: string): Promise<string> {
  for (;;) {
    const alike = await tx
      .select()
      .from(vendor_slugs)
      .where(or(eq(vendor_slugs.slug, wanted), like(vendor_slugs.slug, `${wanted}-%`)))
    const numbers = new Map(alike.map((taken) => [numberOf(taken.slug, wanted), taken] as const))
    numbers.delete(null)
    const own = [...numbers.values()].find((taken) => taken.vendor_id === vendor_id)
    if (own) return own.slug
    let number = 1
    while (numbers.has(number)) number++
    const slug = number === 1 ? wanted : `${wanted}-${number}`
    const [taken] = await tx.insert(vendor_slugs).values({ slug, vendor_id }).onConflictDoNothing().returning()
    // Else another kitchen was first, just now.
    if (taken) return slug
  }
}

/** 1 for the slug of the name itself, the number behind it for another one; null for one of another name. */
function numberOf(slug: string, wanted: string): number | null {
  if (slug === wanted) return 1
  const [, number] = slug.slice(wanted.length).match(/^-([1-9]\d{0,8})$/) ?? []
  return number && Number(number) > 1 ? Number(number) : null
}

/** Whether a kitchen has this id, or this slug in any case of letters. */
export function calledBy(id_or_slug: string): SQL {
  return isUuid(id_or_slug)
    ? eq(vendors.user_id, id_or_slug)
    : eq(sql`lower(${vendors.slug})`, id_or_slug.toLowerCase())
}

/** The slug to which one that a listed kitchen had before leads on; null where none had it. In any case of letters. */
export async function slugAfter(db: Db, former: string): Promise<string | null> {
  const [found] = await db
    .select({ slug: vendors.slug })
    .from(vendor_slugs)
    .innerJoin(vendors, eq(vendors.user_id, vendor_slugs.vendor_id))
    .where(and(listed, eq(vendor_slugs.slug, former.toLowerCase())))
  return found?.slug ?? null
}
