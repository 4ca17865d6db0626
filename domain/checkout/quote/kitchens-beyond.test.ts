import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../../../test/database.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor } from '../../../test/world.ts'
import { vendors } from '../../catalog/tables.ts'
import { places, ways } from '../../places/tables.ts'
import { settings } from '../../settings/tables.ts'
import { kitchensBeyond } from './kitchens-beyond.ts'

const database = await databaseOfFile()

const idOf = async (name: string) => {
  const [place] = await database.db.select().from(places).where(eq(places.name, name))
  return place?.id ?? 0
}

/** Who would come, with the windows that `windows-at-place` tells. */
const coming = (answer: Awaited<ReturnType<typeof kitchensBeyond>>) =>
  answer?.coming?.windows.map(({ vendor_id }) => vendor_id)

test('who does not deliver to a place changes with the hour at which food would be ridden', async () => {
  const [near, far] = [
    await insertVendor(database.db, { landmark: 'FUTA North Gate' }),
    await insertVendor(database.db, { landmark: 'Aluta Market' }),
  ]
  await insertVendor(database.db, { landmark: null })
  const bridge = eq(ways.walk_minutes, 12)
  await database.db.update(ways).set({ closed_from: '22:00', closed_until: '05:00' }).where(bridge)
  const hall = await idOf('Jadesola Hall')
  // 12:30 and 23:30 on the campus.
  const [noon, night] = [new Date('2026-03-04T11:30:20Z'), new Date('2026-03-04T22:30:20Z')]
  const by_day = await kitchensBeyond(database.db, hall, noon)
  expect(by_day).toMatchObject({
    place: { id: hall, name: 'Jadesola Hall' },
    is_closed: false,
    beyond: [],
    // When they come is true for half a minute.
    valid_until: new Date('2026-03-04T11:30:50Z'),
  })
  expect(coming(by_day)).toEqual(expect.arrayContaining([near.user_id, far.user_id]))
  // 21:10: what is ordered is ridden before the bridge closes, unless it is said to take as long as until then.
  const ten_past = new Date('2026-03-04T20:10:00Z')
  expect(await kitchensBeyond(database.db, hall, ten_past)).toMatchObject({ beyond: [] })
  const slow = await insertVendor(database.db, { landmark: 'Aluta Market', preparation_minutes: 40 })
  const at_ten_past = await kitchensBeyond(database.db, hall, ten_past)
  expect(at_ten_past?.beyond.map(({ vendor_id }) => vendor_id)).toEqual([slow.user_id])
  await database.db.update(vendors).set({ status: 'Inactive' }).where(eq(vendors.user_id, slow.user_id))
  // 21:50: it would be cooked behind it.
  const too_late = await kitchensBeyond(database.db, hall, new Date('2026-03-04T20:50:00Z'))
  expect(too_late).toMatchObject({ beyond: [{ vendor_id: far.user_id, instead: 'FUTA Main Gate' }] })
  const by_night = await kitchensBeyond(database.db, hall, night)
  expect(by_night).toMatchObject({ beyond: [{ vendor_id: far.user_id, instead: 'FUTA Main Gate' }] })
  expect(coming(by_night)).not.toContain(far.user_id)
  const at_market = await kitchensBeyond(database.db, await idOf('Aluta Market'), night)
  expect(at_market?.beyond).toEqual([{ vendor_id: near.user_id, instead: 'FUTA North Gate' }])
})

test('the answer has what the way of each kitchen costs, and the rules of an order', async () => {
  const kitchen = await insertVendor(database.db, { landmark: 'FUTA North Gate' })
  const rules = { minimum_order_kobo: 1_000_00, most_kitchens: 2 }
  await database.db.insert(settings).values([
    { key: 'order_rules', value: rules },
    { key: 'delivery', value: { further_kitchen_percent: 50 } },
  ])
  const now = new Date('2026-03-04T11:30:00Z')
  const told = await kitchensBeyond(database.db, await idOf('Jadesola Hall'), now)
  expect(told).toMatchObject({ rules })
  expect(told?.fees.find(({ vendor_id }) => vendor_id === kitchen.user_id)).toMatchObject({
    first_kobo: 600_00,
    further_kobo: 300_00,
  })
  // Wherever somebody is: the rules, and windows by a usual way.
  const anywhere = await kitchensBeyond(database.db, null, now)
  expect(anywhere).toMatchObject({ place: null, beyond: [], fees: [], rides: [], rules })
  const window = anywhere?.coming?.windows.find(({ vendor_id }) => vendor_id === kitchen.user_id)
  expect(window?.by_portions[0]?.window.from.getTime()).toBeGreaterThan(now.getTime())
  await database.db.delete(settings)
})

test('a closed place says so; where food is never brought there is no answer', async () => {
  const now = new Date('2026-03-04T11:30:00Z')
  const market = await idOf('Aluta Market')
  await database.db.update(places).set({ closed_at: now }).where(eq(places.id, market))
  expect(await kitchensBeyond(database.db, market, now)).toMatchObject({ is_closed: true })
  await database.db.update(places).set({ retired_at: now }).where(eq(places.id, market))
  expect(await kitchensBeyond(database.db, market, now)).toBeNull()
  await database.db.update(places).set({ kind: 'junction', retired_at: null }).where(eq(places.id, market))
  expect(await kitchensBeyond(database.db, market, now)).toBeNull()
})

test('with only walkers on duty a kitchen delivers as far as they walk in the minutes of the setting', async () => {
  const far = await insertVendor(database.db, { landmark: 'Aluta Market' })
  await database.db.update(ways).set({ closed_from: null, closed_until: null })
  const hall = await idOf('Jadesola Hall')
  const noon = new Date('2026-03-05T11:30:20Z')
  const is_beyond = async () =>
    (await kitchensBeyond(database.db, hall, noon))?.beyond.some(({ vendor_id }) => vendor_id === far.user_id)
  expect(await is_beyond()).toBe(false)
  await insertRider(database.db, { vehicle: 'on foot' })
  expect(await is_beyond()).toBe(true)
  await insertRider(database.db, { vehicle: 'motorbike' })
  expect(await is_beyond()).toBe(false)
})
