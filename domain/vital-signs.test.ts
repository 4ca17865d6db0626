import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../test/database.ts'
import { noteBegun, noteGood } from './backups/note-backup.ts'
import { movableClock } from './clock.ts'
import { checkInvariants } from './invariants/check-invariants.ts'
import { readVitalSigns, vital_signs } from './vital-signs.ts'

const database = await databaseOfFile()

test('every sign is read, and each lane stands there also when nothing waits in it', async () => {
  const now = new Date('2026-03-10T12:00:00Z')
  await database.db.execute(sql`insert into messages (channel, dedupe_key, recipient, body, created_at, next_attempt_at)
    values ('mail', 'one', '', '', ${now.toISOString()}, ${new Date(now.getTime() - 90_000).toISOString()})`)
  await checkInvariants({ db: database.db, clock: movableClock(new Date(now.getTime() - 40_000)) })
  const signs = await readVitalSigns(database.db, now, { wants_backups: true })
  // Of an empty product there are no orders and deliveries to tell by their status.
  const named = new Set(signs.map(({ name }) => name))
  const of_status = ['open_orders', 'waiting_deliveries']
  expect(Object.keys(vital_signs).filter((name) => !of_status.includes(name))).toEqual(
    Object.keys(vital_signs).filter((name) => [...named].some((known) => known === name)),
  )
  const figures = (name: string) =>
    Object.fromEntries(signs.filter((sign) => sign.name === name).map(({ of, value }) => [of, value]))
  const payment = [
    'checkouts',
    'provider events',
    'refunds',
    'transfers',
    'transfer fees',
    'failed transfers',
    'comparisons',
  ]
  const told = ['sms', 'mail', 'push', 'mail links', 'delivery reports']
  const food = ['rejections', 'missing dishes', 'offers', 'runs']
  const idle = Object.fromEntries([...payment, ...told, ...food].map((lane) => [lane, 0]))
  expect(figures('due_rows')).toEqual({ ...idle, mail: 1 })
  expect(figures('oldest_due_seconds')).toEqual({ ...idle, mail: 90 })
  expect([figures('broken_invariants'), figures('invariants_age_seconds')]).toEqual([{ '': 0 }, { '': 40 }])
  expect(figures('waiting_kobo')).toEqual({ 'failed refunds': 0, payouts: 0, refunds: 0, review: 0 })
  expect(figures('messages_of_the_day')).toEqual({ 'mail Queued': 1 })
})

test('a backup has an age once there is a good one; without any none is told, unless one is wanted', async () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const age = async (wants_backups: boolean) =>
    (await readVitalSigns(database.db, now, { wants_backups })).find(({ name }) => name === 'backup_age_seconds')?.value
  expect(await age(false)).toBeUndefined()
  expect(await age(true)).toBe(Number.POSITIVE_INFINITY)
  await noteBegun(database.db, { name: 'one', place: '/mnt', begun_at: new Date(now.getTime() - 90_000) })
  expect(await age(false)).toBe(Number.POSITIVE_INFINITY)
  await noteGood(database.db, { name: 'one', verified_at: now, bytes: 1, pictures: 0 })
  expect(await age(false)).toBe(90)
})
