import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, insertVendor, jollofFor, type World } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { quoteCart } from '../checkout/quote.ts'
import { allLandmarks, landmarkVersion, saveLandmark } from './save-landmark.ts'
import { landmarks } from './tables.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const admin: Actor = { user_id: randomUUID(), role: 'admin', email: 'ngozi@example.com' }
const south_gate = { latitude: 7.29298, longitude: 5.14986 }

describe('a landmark', () => {
  const place = { latitude: '7.30', longitude: '5.14', verified: 'on', position: '2' }

  test('is added, corrected and verified, and the next quote measures from it', async () => {
    const name = `West Gate ${randomUUID().slice(0, 6)}`
    const added = await saveLandmark(world.deps, admin, { fields: { name, ...place }, version: null })
    expect(added).toEqual({ ok: true, value: { name } })
    const vendor = await insertVendor(world.deps.db, { landmark: name })
    const feeFrom = async () => (await quoteCart(world.deps, [jollofFor(vendor)], south_gate)).delivery_fee_kobo
    const before = await feeFrom()
    const [row] = await world.deps.db.select().from(landmarks).where(eq(landmarks.name, name))
    const shown = row ? landmarkVersion(row) : ''
    const moved = { fields: { name, ...place, latitude: '7.25' }, version: shown }
    expect(await saveLandmark(world.deps, admin, moved)).toMatchObject({ ok: true })
    expect(await feeFrom()).toBeGreaterThan(before)
    const again = { fields: { name, ...place, latitude: '7.26' }, version: shown }
    expect(await saveLandmark(world.deps, admin, again)).toMatchObject({ reason: 'stale' })
    expect((await allLandmarks(world.deps.db)).map((known) => known.name)).toContain(name)
  })

  test('is refused twice, outside the service area, without a name, and where there is none', async () => {
    const fields = { name: 'FUTA North Gate', ...place }
    expect(await saveLandmark(world.deps, admin, { fields, version: null })).toMatchObject({
      reason: 'name_taken',
    })
    const lagos = { ...fields, name: 'Lagos', latitude: '6.45', longitude: '3.39' }
    expect(await saveLandmark(world.deps, admin, { fields: lagos, version: null })).toMatchObject({
      reason: 'outside',
    })
    const nameless = { ...fields, name: '' }
    expect(await saveLandmark(world.deps, admin, { fields: nameless, version: null })).toMatchObject({
      details: { field: 'name' },
    })
    const unknown = { ...fields, name: 'Nowhere' }
    expect(await saveLandmark(world.deps, admin, { fields: unknown, version: 'x' })).toMatchObject({
      reason: 'not_found',
    })
  })

  test.each(['vendor', 'rider'] as const)('is none that a %s saves', async (role) => {
    const fields = { name: 'FUTA North Gate', latitude: '7.3', longitude: '5.1', position: '1' }
    expect(await saveLandmark(world.deps, { ...admin, role }, { fields, version: null })).toMatchObject({
      ok: false,
      reason: 'not_found',
    })
  })
})
