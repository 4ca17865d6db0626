import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { users } from '../accounts/tables.ts'
import { uploads, vendors } from '../catalog/tables.ts'
import { DAY_MS, movableClock } from '../clock.ts'
import { hasRoomForPicture, MOST_OF_NEWCOMER, MOST_OF_NEWCOMERS, MOST_OF_ONE } from './room-for-picture.ts'

const { db } = await databaseOfFile()
const deps = { db, clock: movableClock(LUNCH_TIME) }
beforeEach(async () => {
  await db.delete(uploads)
  deps.clock.set(LUNCH_TIME)
})

async function accountOf(days: number) {
  const { user_id } = await insertAccount(db, 'vendor')
  const created_at = new Date(LUNCH_TIME.getTime() - days * DAY_MS)
  await db.update(users).set({ created_at }).where(eq(users.id, user_id))
  return user_id
}

async function stores(user_id: string, pictures: number) {
  const row = () => ({ address: `/images/${randomUUID()}`, user_id, uploaded_at: LUNCH_TIME })
  await db.insert(uploads).values(Array.from({ length: pictures }, row))
}

test('an account stores a whole menu in a day, and no disk full', async () => {
  const [one, other] = [await accountOf(100), await accountOf(100)]
  await stores(one, MOST_OF_ONE - 1)
  expect(await hasRoomForPicture(deps, one)).toBe(true)
  await stores(one, 1)
  expect(await hasRoomForPicture(deps, one)).toBe(false)
  expect(await hasRoomForPicture(deps, other)).toBe(true)
  deps.clock.set(new Date(LUNCH_TIME.getTime() + DAY_MS))
  expect(await hasRoomForPicture(deps, one)).toBe(true)
})

test('ever new accounts share a bound, which keeps nobody of before from storing', async () => {
  const [known, customer, let_in] = [await accountOf(8), randomUUID(), await accountOf(1)]
  await db.update(vendors).set({ status: 'Active' }).where(eq(vendors.user_id, let_in))
  const newcomer = await accountOf(1)
  await stores(newcomer, MOST_OF_NEWCOMER - 1)
  expect(await hasRoomForPicture(deps, newcomer)).toBe(true)
  await stores(newcomer, 1)
  expect(await hasRoomForPicture(deps, newcomer)).toBe(false)
  await stores(await accountOf(1), MOST_OF_NEWCOMERS)
  const everybody = [await accountOf(1), known, customer, let_in]
  const room = await Promise.all(everybody.map((who) => hasRoomForPicture(deps, who)))
  expect(room).toEqual([false, true, true, true])
})
