import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { isUuid } from '../../plain-text.ts'
import { vendorMenu } from '../menu/vendor-menu.ts'
import { activateVendor } from '../move-vendor.ts'
import { vendor_slugs, vendors } from '../tables.ts'
import { giveSlug, slugAfter, slugOf } from './slug.ts'
import { listedSlugs } from './vendor-lists.ts'

const world = await worldOfFile()

const db = () => world.deps.db
const slugIn = async (user_id: string) =>
  (await db().select().from(vendors).where(eq(vendors.user_id, user_id)))[0]?.slug ?? null
const rename = (user_id: string, name: string) =>
  db().transaction(async (tx) => {
    const [vendor] = await tx.update(vendors).set({ name }).where(eq(vendors.user_id, user_id)).returning()
    if (!vendor) throw new Error('no such kitchen')
    return giveSlug(tx, vendor, name)
  })

const names = [
  ['Suya Republic', 'suya-republic'],
  ['  Iya "Bose" & Sons ', 'iya-bose-and-sons'],
  ["Mama's Kitchen", 'mamas-kitchen'],
  ['Mama’s KITCHEN', 'mamas-kitchen'],
  ['Ìyá Bọ̀sẹ̀', 'iya-bose'],
  ['Ṣọlá Ẹ̀bá', 'sola-eba'],
  ['Ɗan Ƙauye', 'dan-kauye'],
  ['Café №5', 'cafe-no5'],
  ['24/7 Grill', '24-7-grill'],
  ['🍲🔥', 'kitchen'],
  ['!!!', 'kitchen'],
  ['面条', 'kitchen'],
  ['x'.repeat(90), 'x'.repeat(50)],
  [`${'a'.repeat(49)} b c`, 'a'.repeat(49)],
  ['8d8ac610-566d-4ef0-9c22-186b2a5ed793', 'kitchen-8d8ac610-566d-4ef0-9c22-186b2a5ed793'],
] as const

test.each(names)('%s stands in an address as %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('every name becomes a slug that is plain, short, never an id, and stays what it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const slug = slugOf(name)
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(slug.length).toBeLessThanOrEqual(60)
      expect(isUuid(slug)).toBe(false)
      expect(slugOf(slug)).toBe(slug)
    }),
  )
})

describe('kitchens', () => {
  test('of one name have different slugs, also when all come at once', async () => {
    const kitchens = await Promise.all(Array.from({ length: 8 }, () => insertVendor(db(), { name: 'Iya Bose Buka' })))
    const given = await Promise.all(kitchens.map(({ user_id }) => slugIn(user_id)))
    const numbers = Array.from({ length: 7 }, (_, at) => `iya-bose-buka-${at + 2}`)
    expect(given.sort()).toEqual(['iya-bose-buka', ...numbers].sort())
  })

  test('whatever they are called, however they are renamed, each has its own, and old ones lead to it', async () => {
    const name = fc.constantFrom('Suya', 'SUYA', 'Súyà 2', 'suya-2', '🍲', '???', 'Kitchen', 'Kitchen 2', 'Amala')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, fc.array(name, { maxLength: 3 })), { maxLength: 5 }), async (told) => {
        const had = new Map<string, Set<string>>()
        for (const [first, later] of told) {
          const { user_id, slug } = await insertVendor(db(), { name: first })
          const own = new Set([slug ?? ''])
          for (const next of later) own.add(await rename(user_id, next))
          had.set(user_id, own)
        }
        for (const [user_id, slugs] of had) {
          const present = await slugIn(user_id)
          for (const slug of slugs) expect(await slugAfter(db(), slug.toUpperCase())).toBe(present)
          expect((await vendorMenu(db(), present ?? '', LUNCH_TIME))?.vendor.user_id).toBe(user_id)
        }
        const all = await listedSlugs(db())
        expect(new Set(all.map((slug) => slug.toLowerCase())).size).toBe(all.length)
      }),
      { numRuns: 15 },
    )
  })

  test('who takes an old name back gets its slug back, and nobody else ever gets it', async () => {
    const { user_id } = await insertVendor(db(), { name: 'Old Name' })
    expect(await rename(user_id, 'New Name')).toBe('new-name')
    expect((await insertVendor(db(), { name: 'Old name' })).slug).toBe('old-name-2')
    expect(await rename(user_id, 'OLD NAME')).toBe('old-name')
    expect(await slugAfter(db(), 'new-name')).toBe('old-name')
    expect(await rename(user_id, 'Old-Name')).toBe('old-name')
  })

  test('that are not listed lead nowhere', async () => {
    const { slug } = await insertVendor(db(), { name: 'Gone Grill', status: 'Inactive' })
    expect(await slugAfter(db(), slug ?? '')).toBeNull()
    expect(await vendorMenu(db(), slug ?? '', LUNCH_TIME)).toBeNull()
  })

  test('that a release without slugs made get theirs when they are let in', async () => {
    const admin = await insertAccount(db(), 'admin')
    const { user_id } = await insertVendor(db(), { name: 'From Before', status: 'Pending' })
    await insertAccount(db(), 'vendor', { user_id })
    await db().update(vendors).set({ slug: null }).where(eq(vendors.user_id, user_id))
    await db().delete(vendor_slugs).where(eq(vendor_slugs.vendor_id, user_id))
    expect(await activateVendor(world.deps, admin, user_id)).toMatchObject({ ok: true })
    expect(await slugIn(user_id)).toBe('from-before')
  })
})

test('the migration gives every kitchen the slug that it would get today', async () => {
  const kitchens = []
  for (const [name] of names) kitchens.push(await insertVendor(db(), { name }))
  const { user_id: nameless } = await insertVendor(db(), { name: null })
  await db().execute(sql`update vendors set slug = null`)
  await db().delete(vendor_slugs)
  const file = new URL('../../../db/migrations/0024_slugs.sql', import.meta.url)
  const [backfill = ''] = readFileSync(file, 'utf8').match(/DO \$\$[\s\S]*END \$\$;/) ?? []
  await db().execute(sql.raw(backfill))
  for (const { user_id, name } of kitchens) {
    const slug = (await slugIn(user_id)) ?? ''
    expect(slug.replace(/-\d+$/, ''), name ?? '').toBe(slugOf(name ?? '').replace(/-\d+$/, ''))
    expect(await slugAfter(db(), slug)).toBe(slug)
  }
  expect(await slugIn(nameless)).toBeNull()
})
