import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../test/database.ts'
import { untilWaitingForLocks } from '../test/locks.ts'
import { provider_events } from './payments/tables.ts'
import { pullBackDueTimes } from './pull-back-due-times.ts'

const NOW = new Date('2026-03-10T11:00:00Z')
const minutesAhead = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

const database = await databaseOfFile()

async function waitingUntil(next_attempt_at: Date): Promise<() => Promise<Date | null | undefined>> {
  const [event] = await database.db
    .insert(provider_events)
    .values({
      provider: 'test',
      event_key: String(Math.random()),
      body: '{}',
      received_at: NOW,
      next_attempt_at,
    })
    .returning({ id: provider_events.id })
  return async () => {
    const found = await database.db
      .select({ at: provider_events.next_attempt_at })
      .from(provider_events)
      .where(eq(provider_events.id, event?.id ?? 0))
    return found[0]?.at
  }
}

test('what waits for longer than it ever rightly does is due now; the rest waits on', async () => {
  const soon = await waitingUntil(minutesAhead(3))
  const hours_ahead = await waitingUntil(minutesAhead(150))
  expect(await pullBackDueTimes(database.db, NOW)).toBe(1)
  expect(await hours_ahead()).toEqual(NOW)
  expect(await soon()).toEqual(minutesAhead(3))

  expect(await pullBackDueTimes(database.db, NOW, { all: true })).toBe(1)
  expect(await soon()).toEqual(NOW)
  expect(await pullBackDueTimes(database.db, NOW, { all: true })).toBe(0)
})

test('a deadlock with another process that does the same leaves nothing where it was', async () => {
  const [first, second] = [await waitingUntil(minutesAhead(150)), await waitingUntil(minutesAhead(150))]
  const { db } = database
  const touch = (which: 'min' | 'max') =>
    sql`update provider_events set attempts = 1 where id = (select ${sql.raw(which)}(id) from provider_events
      where next_attempt_at > ${minutesAhead(100)})`
  let pulling: Promise<number> | undefined
  await db.transaction(async (tx) => {
    // Not this one is ended by the database, but the other.
    await tx.execute(sql`set local deadlock_timeout = '20s'`)
    await tx.execute(touch('max'))
    pulling = pullBackDueTimes(db, NOW)
    await untilWaitingForLocks(db, 1)
    await tx.execute(touch('min'))
  })
  expect(await pulling).toBe(2)
  expect([await first(), await second()]).toEqual([NOW, NOW])
})
