import { beforeEach, expect, test } from 'vitest'
import { kitchenPeople } from '../../test/kitchen-people.ts'
import { quick_passwords } from '../../test/quick-passwords.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { changeHours } from './hours/change-hours.ts'
import { changeAutoAccept, changeServiceTimes, pauseOrders, resumeOrders } from './hours/change-service.ts'
import { DEEDS_PER_PAGE, kitchenHistory } from './kitchen-history.ts'
import { addFood, deleteFood, editFood } from './menu/edit-food.ts'
import { markSoldOut } from './menu/mark-sold-out.ts'
import { importMenu } from './menu/menu-csv.ts'
import { changeStaffRole, endStaff, restoreStaff } from './staff/change-staff.ts'
import { withdrawInvitation } from './staff/invite-by-phone.ts'
import { inviteStaff } from './staff/invite-staff.ts'
import { setKitchenPin } from './staff/kitchen-pin.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { kitchen, worksFor } = kitchenPeople(() => world)
const db = () => world.deps.db
const deps = () => world.deps

/** What the history says was done since it was asked last, the oldest first: what, about, before, after, by whom. */
async function historyOf(owner: Actor) {
  const { lines } = await kitchenHistory(db(), owner, null)
  return lines.reverse().map(({ did, about, before, after, user_id }) => [did, about, before, after, user_id])
}

const dish = { name: 'Ofada', price: '1500', description: '', food_image: '', section: '' }

test('says who changed the menu and its prices, by form or by file, and nothing where all stayed', async () => {
  const owner = await kitchen()
  const manager = await worksFor(owner, 'manager', 'Tunde')
  const { user_id } = manager
  const added = await addFood(deps(), manager, dish)
  if (!added.ok) throw new Error(added.reason)
  const { id } = added.value
  for (const _ of ['once', 'again']) await editFood(deps(), manager, id, { ...dish, price: '1800' })
  await editFood(deps(), owner, id, { ...dish, name: 'Ofada Rice', price: '1800' })
  await importMenu(deps(), manager, 'name,price\nOfada Rice,2000\nPuff Puff,100')
  await markSoldOut(deps(), manager, id, 'today')
  await deleteFood(deps(), manager, id)
  expect(await historyOf(owner)).toEqual([
    ['dish_added', 'Ofada', null, '₦1,500', user_id],
    ['price_changed', 'Ofada', '₦1,500', '₦1,800', user_id],
    ['dish_changed', 'Ofada Rice', 'Ofada', null, owner.user_id],
    ['price_changed', 'Ofada Rice', '₦1,800', '₦2,000', user_id],
    ['dish_added', 'Puff Puff', null, '₦100', user_id],
    ['sold_out', 'Ofada Rice', null, 'sold out for today', user_id],
    ['dish_deleted', 'Ofada Rice', '₦2,000', null, user_id],
  ])
})

test('says who changed hours, times and pauses, and what they were', async () => {
  const owner = await kitchen()
  const week_hours = Array.from({ length: 7 }, () => [{ opens: '08:00', closes: '20:00' }])
  for (const _ of ['once', 'again']) await changeHours(deps(), owner, { week_hours, hours_exceptions: [] })
  for (const _ of ['once', 'again'])
    await changeServiceTimes(deps(), owner, { preparation_minutes: '25', delivery_time: 'soon', slot_orders: '' })
  const itself = { auto_accept_orders: '5', auto_accept_opens: '12:00', auto_accept_closes: '15:00' }
  await changeAutoAccept(deps(), owner, itself)
  await resumeOrders(deps(), owner)
  await pauseOrders(deps(), owner, '30')
  await resumeOrders(deps(), owner)
  const lines = await historyOf(owner)
  expect(lines.map(([did, , , after]) => [did, after])).toEqual([
    ['hours_changed', 'Mon-Sun 08:00-20:00'],
    ['times_changed', '25 minutes, “soon”'],
    ['auto_accept_changed', 'up to 5, 12:00 to 15:00'],
    ['paused', 'until 12:30'],
    ['opened', null],
  ])
  expect(lines[2]?.[2]).toBe('never')
})

test('says who let whom work there, and in which role', async () => {
  const owner = await kitchen()
  const cook = await worksFor(owner, 'cook', 'Ada')
  const { user_id } = cook
  const with_passwords = { ...deps(), passwords: quick_passwords }
  await inviteStaff(with_passwords, owner, { email: 'new@example.com', name: 'Uche', role: 'cook' })
  for (const _ of ['once', 'pressed twice'])
    await inviteStaff(with_passwords, owner, { email: '0803 111 2233', name: 'Obi', role: 'manager' })
  for (const _ of ['once', 'again']) await withdrawInvitation(deps(), owner, '+2348031112233')
  for (const _ of ['once', 'again']) await changeStaffRole(deps(), owner, { user_id, role: 'manager' })
  for (const _ of ['once', 'again']) await endStaff(deps(), owner, user_id)
  await restoreStaff(deps(), owner, user_id)
  await setKitchenPin(with_passwords, owner, { user_id, pin: '4826' })
  expect((await historyOf(owner)).map((line) => line.slice(0, 4))).toEqual([
    ['invited', 'Uche', null, 'Cook'],
    ['invited', 'Obi', null, 'Manager'],
    ['uninvited', 'Obi', null, null],
    ['role_changed', 'Ada', 'Cook', 'Manager'],
    ['ended', 'Ada', null, null],
    ['let_in', 'Ada', null, null],
    ['pin_set', 'Ada', null, null],
  ])
})

test('is read by owners and managers of the kitchen alone, in pages', async () => {
  const owner = await kitchen()
  for (let made = 0; made <= DEEDS_PER_PAGE; made++) await addFood(deps(), owner, { ...dish, name: `Dish ${made}` })
  const { lines, older } = await kitchenHistory(db(), owner, null)
  expect([lines.length, lines[0]?.about]).toEqual([DEEDS_PER_PAGE, `Dish ${DEEDS_PER_PAGE}`])
  expect(await kitchenHistory(db(), owner, older)).toMatchObject({ lines: [{ about: 'Dish 0' }], older: null })
  for (const stranger of [await kitchen(), await worksFor(owner, 'cook')])
    expect((await kitchenHistory(db(), stranger, null)).lines).toEqual([])
})
