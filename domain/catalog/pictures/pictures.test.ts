import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { picture_widths } from '../../../adapters/files/encode-picture.ts'
import { type PictureStore, pictureStore } from '../../../adapters/files/picture-store.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import { type Actor, founderOf } from '../../accounts/actor.ts'
import { movableClock } from '../../clock.ts'
import { CAMPUS_PLAN } from '../../places/campus-plan.ts'
import { settings } from '../../settings/tables.ts'
import { addFood } from '../menu/edit-food.ts'
import { food, registration_drafts, uploads, vendors } from '../tables.ts'
import { storePicture } from './store-picture.ts'
import { PICTURES_STAY_LOCK, tidyPictures } from './tidy-pictures.ts'

let database: TestDatabase
let folder: string
let deps: { db: TestDatabase['db']; clock: ReturnType<typeof movableClock>; pictures: PictureStore }
let actor: Actor
let photo: Buffer

beforeAll(async () => {
  database = await createTestDatabase(5)
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  photo = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'tan' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await database.db.delete(uploads)
  await database.db.delete(food)
  await database.db.delete(settings)
  await rm(join(folder, 'images'), { recursive: true, force: true })
  deps = {
    db: database.db,
    clock: movableClock(LUNCH_TIME),
    pictures: await pictureStore({ kind: 'folder', folder }),
  }
  const { user_id, email } = await insertVendor(database.db)
  actor = founderOf({ user_id, email })
})

async function stored(as = actor): Promise<string> {
  const answer = await storePicture(deps, as, photo)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.value.address
}
const files = async () => (await readdir(join(folder, 'images'))).length
const tidiesUp = async () => {
  let deleted = 0
  while ((await tidyPictures(deps)) > 0) deleted++
  return deleted
}

test('the same picture of two owners is two, so that neither can take it from the other', async () => {
  const { user_id, email } = await insertVendor(database.db)
  const [one, again, other] = [await stored(), await stored(), await stored(founderOf({ user_id, email }))]
  expect(again).toBe(one)
  expect(other).not.toBe(one)
  expect(await files()).toBe(2 * picture_widths.length)
})

test.each([
  ['no picture', Buffer.from('Jollof'), 'not_a_picture'],
  ['too large', Buffer.alloc(15 * 1024 * 1024 + 1), 'too_large'],
])('%s is refused', async (_, upload, reason) => {
  expect(await storePicture(deps, actor, upload)).toMatchObject({ ok: false, reason })
})

test('a rider stores pictures too, an admin only plans, which nobody else has', async () => {
  expect(await storePicture(deps, { ...actor, role: 'rider' }, photo)).toMatchObject({ ok: true })
  expect(await storePicture(deps, { ...actor, role: 'admin' }, photo)).toMatchObject({
    reason: 'not_allowed',
  })
  expect(await storePicture(deps, actor, photo, 'plan')).toMatchObject({ reason: 'not_allowed' })
  expect(await storePicture(deps, { ...actor, role: 'admin', admin_role: 'operations' }, photo, 'plan')).toMatchObject({
    ok: true,
  })
})

test('a rider’s is blank until it was looked at, and stays so where it shows nothing', async () => {
  const rider = { user_id: randomUUID(), role: 'rider' as const, email: 'musa@example.com' }
  const blankness = async (shown: Buffer, store = deps.pictures.store) => {
    const answer = storePicture({ ...deps, pictures: { ...deps.pictures, store } }, rider, shown)
    await answer.catch(() => {})
    const address = eq(uploads.address, deps.pictures.addressOf(shown, rider.user_id))
    return (await database.db.select().from(uploads).where(address))[0]?.is_blank
  }
  const door = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'black' } })
    .composite([{ input: { create: { width: 80, height: 200, channels: 3, background: 'tan' } } }])
    .png()
    .toBuffer()
  expect(await blankness(door, () => Promise.reject(new Error('no room')))).toBe(true)
  expect(await blankness(door)).toBe(false)
  expect(await blankness(photo)).toBe(true)
})

test('one that something above the catalog keeps stays until it is let go', async () => {
  await stored()
  await deps.db.update(uploads).set({ kept_since: LUNCH_TIME })
  deps.clock.advance(40 * 86_400)
  expect(await tidiesUp()).toBe(0)
  await deps.db.update(uploads).set({ let_go_at: deps.clock.now() })
  expect(await tidiesUp()).toBe(1)
})

test('the plan beneath the campus stays while it lies there', async () => {
  const answer = await storePicture(deps, { ...actor, role: 'admin', admin_role: 'operations' }, photo, 'plan')
  if (!answer.ok) throw new Error(answer.reason)
  const laid = { key: CAMPUS_PLAN.key, value: { picture: answer.value.address }, updated_at: LUNCH_TIME }
  await deps.db.insert(settings).values(laid)
  deps.clock.advance(86_401)
  expect(await tidiesUp()).toBe(0)
  await deps.db.update(settings).set({ value: { picture: null } })
  expect(await tidiesUp()).toBe(1)
  expect(await files()).toBe(0)
})

test('a picture that nobody shows is deleted after a day, files and row', async () => {
  await stored()
  deps.clock.advance(86_400)
  expect(await tidiesUp()).toBe(0)
  deps.clock.advance(1)
  expect(await tidiesUp()).toBe(1)
  expect(await files()).toBe(0)
  expect(await deps.db.select().from(uploads)).toEqual([])
})

test('nothing is deleted while a backup copies the pictures', async () => {
  await stored()
  deps.clock.advance(25 * 3600)
  const before = await files()
  await database.db.transaction(async (backup) => {
    await backup.execute(sql`select pg_advisory_xact_lock(${PICTURES_STAY_LOCK})`)
    expect(await tidiesUp()).toBe(0)
  })
  expect(await files()).toBe(before)
  expect(await tidiesUp()).toBe(1)
})

test('one that a dish, a vendor or a registration shows stays until it is replaced', async () => {
  const address = await stored()
  deps.clock.advance(40 * 86_400)
  const { user_id } = actor
  const shows = {
    dish: () => addFood(deps, actor, { name: 'Eba', price: '500', description: '', section: '', food_image: address }),
    vendor: () => deps.db.update(vendors).set({ profile_photo: address }).where(eq(vendors.user_id, user_id)),
    draft: () =>
      deps.db
        .insert(registration_drafts)
        .values({ user_id, fields: { profile_photo: address }, updated_at: LUNCH_TIME }),
  }
  const hides = {
    dish: () => deps.db.delete(food),
    vendor: () => deps.db.update(vendors).set({ profile_photo: null }),
    draft: () => deps.db.delete(registration_drafts),
  }
  for (const who of ['dish', 'vendor', 'draft'] as const) {
    await shows[who]()
    expect(await tidiesUp()).toBe(0)
    await hides[who]()
  }
  expect(await tidiesUp()).toBe(1)
})

test('a picture uploaded again is young again', async () => {
  await stored()
  deps.clock.advance(2 * 86_400)
  await stored()
  expect(await tidiesUp()).toBe(0)
})
