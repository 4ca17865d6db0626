import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { noteScreen, onCommit } from '../../../db/after-commit.ts'
import { databaseOfFile } from '../../../test/database.ts'
import { movableClock } from '../../clock.ts'
import { notifications } from '../tables.ts'
import { markAsRead, notifyUsers, readBell, settleNews } from './bell.ts'
import { NEWS_CHANNEL, screenTeller } from './tell-screens.ts'

const ada = '00000000-0000-4000-8000-000000000001'
const obi = '00000000-0000-4000-8000-000000000002'
const database = await databaseOfFile()
const deps = { db: database.db, clock: movableClock(new Date('2026-03-10T11:00:00Z')) }

async function news(user_id: string, ...order_ids: number[]): Promise<void> {
  const list = order_ids.map((order_id) => ({
    user_id,
    kind: 'new_order' as const,
    text: `New order ${order_id}`,
    order_id,
  }))
  await deps.db.transaction((tx) => notifyUsers(tx, list, deps.clock.now()))
}

const bellOf = (user_id: string) => readBell(deps.db, { user_id }, deps.clock.now())
const clear = () => deps.db.execute(sql`truncate ${notifications}`)

test('the bell holds the latest five, newest first, and counts all that are unread', async () => {
  await clear()
  await news(ada, 1, 2, 3, 4, 5, 6)
  await news(obi, 7)
  const bell = await bellOf(ada)
  expect(bell.latest.map((item) => item.order_id)).toEqual([6, 5, 4, 3, 2])
  expect(bell.unread).toBe(6)
})

test('one order rings once, however often it is announced', async () => {
  await clear()
  await news(ada, 1)
  await news(ada, 1)
  expect((await bellOf(ada)).unread).toBe(1)
})

test('what was on the screen is read, what came after it is not, and nothing of anybody else', async () => {
  await clear()
  await news(ada, 1, 2)
  await news(obi, 1)
  const seen = (await bellOf(ada)).latest[0]?.id ?? 0
  await news(ada, 3)
  await markAsRead(deps, { user_id: ada }, { up_to: seen })
  expect((await bellOf(ada)).latest.map((item) => item.read_at !== null)).toEqual([false, true, true])
  expect((await bellOf(obi)).unread).toBe(1)
})

test('news that was opened is read, alone', async () => {
  await clear()
  await news(ada, 1, 2)
  await news(obi, 3)
  const [, first] = (await bellOf(ada)).latest
  await markAsRead(deps, { user_id: ada }, { id: first?.id ?? 0 })
  expect((await bellOf(ada)).latest.map((item) => item.read_at !== null)).toEqual([false, true])
  await markAsRead(deps, { user_id: ada }, { id: (await bellOf(obi)).latest[0]?.id ?? 0 })
  expect((await bellOf(obi)).unread).toBe(1)
})

test('only what somebody waits for rings, and what was answered is read for everybody whom it rang', async () => {
  await clear()
  await news(ada, 1, 2)
  await news(obi, 1)
  const refunded = { user_id: ada, kind: 'order_refunded' as const, text: 'Money went back', order_id: 1 }
  await deps.db.transaction((tx) => notifyUsers(tx, [refunded], deps.clock.now()))
  expect(await bellOf(ada)).toMatchObject({ unread: 3, ringing: 2, rings_until: null })
  await deps.db.transaction((tx) =>
    settleNews(tx, { order_id: 1, kinds: ['new_order', 'order_unaccepted'] }, deps.clock.now()),
  )
  expect(await bellOf(ada)).toMatchObject({ unread: 2, ringing: 1 })
  expect(await bellOf(obi)).toMatchObject({ unread: 0, ringing: 0 })
})

test('open screens are told after the commit, the newest of each user, never of what was taken back', async () => {
  await clear()
  const listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query(`listen ${NEWS_CHANNEL}`)
  onCommit(deps.db, screenTeller(deps.db, (error) => expect(error).toBeNull()).tell)
  await news(ada, 1, 2)
  await news(obi, 3)
  const undone = deps.db.transaction(async (tx) => {
    noteScreen(tx, 'nobody')
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  const newest = async (user: string) => (await bellOf(user)).latest[0]?.id
  const expected = [`${ada} ${await newest(ada)}`, `${obi} ${await newest(obi)}`]
  await expect.poll(() => heard.toSorted()).toEqual(expected.toSorted())
  onCommit(deps.db, () => {})
  await listener.end()
})
