import { afterEach, expect, test } from 'vitest'
import { groupsUnder, jollof, newSecret, press, zobo } from '../../../test/group-orders.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { addDish, setQuantity } from './change-lines.ts'
import { startGroup } from './start-group.ts'

const world = await worldOfFile()
const { deps } = world
const { started, page, jadesola } = groupsUnder(world)
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

const over = (left_kobo: number) => ({ reason: 'over_limit', details: { most_kobo: 2_000_00, left_kobo } })

test('whoever pays says what each friend may choose for, and themselves choose what they like', async () => {
  const { starter, joins } = await started({ most_each_kobo: 2_000_00 })
  const tunde = await joins('Tunde')
  expect(await addDish(deps, tunde, jollof, press())).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, jollof, press())).toMatchObject(over(500_00))
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject(over(0))
  const line = (await page(tunde)).me.lines.find(({ name }) => name === 'Zobo')
  const line_id = line?.line_id ?? 0
  expect(await setQuantity(deps, tunde, { line_id, quantity: 2 })).toMatchObject(over(0))
  expect(await setQuantity(deps, tunde, { line_id, quantity: 0 })).toMatchObject({ ok: true })
  expect(await addDish(deps, starter, { ...jollof, quantity: 5 }, press())).toMatchObject({ ok: true })
  expect((await page(tunde)).me.food_kobo).toBe(1_500_00)
})

test('of fifty dishes at once no more are in than the limit', async () => {
  const { joins } = await started({ most_each_kobo: 2_000_00 })
  const tunde = await joins('Tunde')
  const added = await Promise.all(Array.from({ length: 50 }, () => addDish(deps, tunde, zobo, press())))
  expect(added.filter(({ ok }) => ok)).toHaveLength(4)
  expect((await page(tunde)).me.food_kobo).toBe(2_000_00)
}, 60_000)

test('no limit is none, where each pays there is none, and one that buys nothing is refused', async () => {
  const { joins } = await started()
  expect(await addDish(deps, await joins('Tunde'), { ...jollof, quantity: 9 }, press())).toMatchObject({ ok: true })
  const { vendor } = await started()
  const wanted = { vendor_id: vendor.user_id, name: 'Ada', place_id: await jadesola(), minutes: 30 }
  for (const most_each_kobo of [0, 99_99, 100_000_01, 0.5, Number.NaN]) {
    const one = { ...wanted, pays: 'one' as const, slot_from: null, secret: newSecret(), most_each_kobo }
    expect(await startGroup(deps, one)).toMatchObject({ reason: 'bad_limit' })
  }
  const slot_from = new Date(LUNCH_TIME.getTime() + 120 * 60_000)
  const each = await started({ pays: 'each', slot_from, most_each_kobo: 100_00 })
  expect(await addDish(deps, await each.joins('Tunde'), jollof, press())).toMatchObject({ ok: true })
})
