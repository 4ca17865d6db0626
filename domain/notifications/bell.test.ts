import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { movableClock } from '../clock.ts'
import { markAsRead, markOrderAsRead, notifyUsers, readBell } from './bell.ts'
import { notifications } from './tables.ts'
import { NEWS_CHANNEL, tellNews } from './tell-news.ts'

const ada = '00000000-0000-4000-8000-000000000001'
const obi = '00000000-0000-4000-8000-000000000002'
let database: TestDatabase
let deps: { db: TestDatabase['db']; clock: ReturnType<typeof movableClock> }

beforeAll(async () => {
  database = await createTestDatabase()
  deps = { db: database.db, clock: movableClock(new Date('2026-03-10T11:00:00Z')) }
})
afterAll(() => database.close())

async function news(user_id: string, ...order_ids: number[]): Promise<void> {
  const list = order_ids.map((order_id) => ({
    user_id,
    kind: 'new_order' as const,
    text: `New order ${order_id}`,
    order_id,
  }))
  await deps.db.transaction((tx) => notifyUsers(tx, list, deps.clock.now()))
}

const clear = () => deps.db.execute(sql`truncate ${notifications}`)

test('the bell holds the latest five, newest first, and counts all that are unread', async () => {
  await clear()
  await news(ada, 1, 2, 3, 4, 5, 6)
  await news(obi, 7)
  const bell = await readBell(deps.db, ada)
  expect(bell.latest.map((item) => item.order_id)).toEqual([6, 5, 4, 3, 2])
  expect(bell.unread).toBe(6)
})

test('one order rings once, however often it is announced', async () => {
  await clear()
  await news(ada, 1)
  await news(ada, 1)
  expect((await readBell(deps.db, ada)).unread).toBe(1)
})

test('what was on the screen is read, what came after it is not, and nothing of anybody else', async () => {
  await clear()
  await news(ada, 1, 2)
  await news(obi, 1)
  const seen = (await readBell(deps.db, ada)).latest[0]?.id ?? 0
  await news(ada, 3)
  await markAsRead(deps, ada, seen)
  expect((await readBell(deps.db, ada)).latest.map((item) => item.read_at !== null)).toEqual([
    false,
    true,
    true,
  ])
  expect((await readBell(deps.db, obi)).unread).toBe(1)
})

test('an order that is worked on is seen', async () => {
  await clear()
  await news(ada, 1, 2)
  await markOrderAsRead(deps, ada, 1)
  expect((await readBell(deps.db, ada)).unread).toBe(1)
})

test('each is told once after its commit, with the newest of each user', async () => {
  await clear()
  const listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query(`listen ${NEWS_CHANNEL}`)
  await news(ada, 1, 2)
  await news(obi, 3)
  const newest = async (user: string) => (await readBell(deps.db, user)).latest[0]?.id
  expect(await tellNews(deps)).toBe(3)
  expect(await tellNews(deps)).toBe(0)
  await listener.query('select 1')
  expect(heard.toSorted()).toEqual([`${ada} ${await newest(ada)}`, `${obi} ${await newest(obi)}`])
  await listener.end()
})
