import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { users } from '../accounts/tables.ts'
import { DAY_MS, movableClock } from '../clock.ts'
import { hasRoomForPicture, MOST_OF_NEWCOMERS, MOST_OF_ONE } from './room-for-picture.ts'
import { uploads } from './tables.ts'

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
  const [known, customer] = [await accountOf(8), randomUUID()]
  for (let stored = 0; stored < MOST_OF_NEWCOMERS; stored += MOST_OF_ONE) await stores(await accountOf(1), MOST_OF_ONE)
  const room = await Promise.all([await accountOf(1), known, customer].map((who) => hasRoomForPicture(deps, who)))
  expect(room).toEqual([false, true, true])
})
