import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { databaseOfFile } from '../../test/database.ts'
import { deadlocks, untilWaitingForLocks } from '../../test/locks.ts'
import { insertVendor, LUNCH_TIME } from '../../test/world.ts'
import { correctVendorPlace } from '../catalog/change-vendor-terms.ts'
import { vendors } from '../catalog/tables.ts'
import { movableClock } from '../clock.ts'
import { landmarkUsers } from '../delivery/riders/landmark-users.ts'
import { addPlace } from './add-place.ts'
import { changePlace } from './change-place.ts'
import { retirePlace } from './close-place.ts'
import { lockLandmark } from './lock-landmark.ts'
import { placeVersion } from './place-form.ts'
import { places } from './tables.ts'

const database = await databaseOfFile()
const deps = { db: database.db, clock: movableClock(LUNCH_TIME), landmarkUsers }

const admin = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' } as const
const market = { kind: 'market', latitude: '7.3', longitude: '5.14', position: '9', landmark: 'yes' }

async function addedMarket() {
  const name = `Market ${randomUUID().slice(0, 6)}`
  const answer = await addPlace(deps, admin, { ...market, name })
  if (!answer.ok) throw new Error(`not added: ${answer.reason}`)
  const { place_id } = answer.value
  const [row] = await deps.db.select().from(places).where(eq(places.id, place_id))
  if (!row) throw new Error('no such place')
  const version = placeVersion(row)
  const rename = (new_name: string, by = deps) =>
    changePlace(by, admin, { place_id, fields: { ...market, name: new_name }, version })
  return { name, rename, retire: () => retirePlace(deps, admin, { place_id, version }) }
}
const nameAs = (vendor_id: string, landmark: string, by = deps) =>
  correctVendorPlace(by, admin, { vendor_id, landmark, latitude: '', longitude: '' })
const landmarkOf = async (user_id: string) =>
  (await deps.db.select().from(vendors).where(eq(vendors.user_id, user_id)))[0]?.landmark

/** Writes the landmark of a kitchen as a registration does, while `other` has begun; answers what came of that. */
async function whileNamed<Answer>(user_id: string, name: string, other: () => Promise<Answer>) {
  return deps.db.transaction(async (tx) => {
    expect(await lockLandmark(tx, name)).toBe(true)
    const begun = other()
    await untilWaitingForLocks(deps.db, 1)
    await tx.update(vendors).set({ landmark: name }).where(eq(vendors.user_id, user_id))
    return { begun }
  })
}

test('a new name waits for who is just saying the old one, and then reaches them too', async () => {
  const { name, rename } = await addedMarket()
  const kitchen = await insertVendor(deps.db)
  const { begun } = await whileNamed(kitchen.user_id, name, () => rename(`${name} New`))
  expect(await begun).toMatchObject({ ok: true })
  expect(await landmarkOf(kitchen.user_id)).toBe(`${name} New`)
})

test('nor is it retired meanwhile', async () => {
  const { name, retire } = await addedMarket()
  const kitchen = await insertVendor(deps.db)
  const { begun } = await whileNamed(kitchen.user_id, name, retire)
  expect(await begun).toMatchObject({ reason: 'in_use', details: { vendors: 1, riders: 0 } })
})

test('who says the old name a moment too late is asked to choose again', async () => {
  const { name, rename } = await addedMarket()
  const kitchen = await insertVendor(deps.db, { landmark: 'Aluta Market' })
  expect(await rename(`${name} New`)).toMatchObject({ ok: true })
  expect(await nameAs(kitchen.user_id, name)).toMatchObject({
    reason: 'fields',
    details: { landmark: 'Please choose one of the landmarks.' },
  })
  expect(await landmarkOf(kitchen.user_id)).toBe('Aluta Market')
})

test('whoever is first, no kitchen keeps a name that no place has, and nobody waits for ever', async () => {
  const racing = openDatabase(database.url, 6)
  const by = { ...deps, db: racing.db }
  for (let round = 0; round < 8; round++) {
    const { name, rename } = await addedMarket()
    const kitchens = [await insertVendor(deps.db, { landmark: name }), await insertVendor(deps.db)]
    const ends = await Promise.allSettled([
      ...kitchens.map(({ user_id }) => nameAs(user_id, name, by)),
      rename(`${name} New`, by),
      ...kitchens.map(({ user_id }) => nameAs(user_id, name, by)),
    ])
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const { user_id } of kitchens) expect(await landmarkOf(user_id)).not.toBe(name)
  }
  await racing.close()
  expect(await deadlocks(deps.db)).toBe(0)
})
