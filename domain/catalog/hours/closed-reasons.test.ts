import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../../../test/database.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { complete_profile, insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import { campusDate } from '../../clock.ts'
import { food, type vendors } from '../tables.ts'
import { UNTIL_CHANGED } from './availability.ts'
import { closedReasons } from './closed-reasons.ts'

const database = await databaseOfFile(3)

async function reasonsOf(vendor: Partial<typeof vendors.$inferInsert>, has_dishes = true) {
  const { user_id } = await insertVendor(database.db, { ...complete_profile, ...vendor })
  if (!has_dishes) await database.db.delete(food).where(eq(food.vendor_id, user_id))
  return closedReasons(database.db, user_id, LUNCH_TIME)
}
const lunch = [{ opens: '11:00', closes: '15:00' }]
const night = [{ opens: '20:00', closes: '23:00' }]
const tonight = new Date(`${campusDate(LUNCH_TIME)}T19:00:00Z`)
const in_an_hour = new Date(LUNCH_TIME.getTime() + 3_600_000)

test.each<[string, Partial<typeof vendors.$inferInsert>, object[]]>([
  ['a kitchen that is ready', {}, []],
  ['half a registration', { bank_name: null, status: 'Pending' }, [{ kind: 'not_registered' }]],
  ['one that waits for approval', { status: 'Pending' }, [{ kind: 'pending' }]],
  ['one that was deactivated', { status: 'Inactive', week_hours: null }, [{ kind: 'inactive' }]],
  ['no hours', { week_hours: null }, [{ kind: 'no_hours' }]],
  ['a week of closed days', { week_hours: [[], [], [], [], [], [], []] }, [{ kind: 'no_hours' }]],
  [
    'a week of closed days but one date',
    { week_hours: null, hours_exceptions: [{ date: '2026-12-24', stretches: lunch }] },
    [{ kind: 'closed', until: new Date('2026-12-24T10:00:00Z') }],
  ],
  ['hours that are over', { week_hours: Array.from({ length: 7 }, () => night) }, [{ kind: 'closed', until: tonight }]],
  ['a pause', { paused_until: in_an_hour }, [{ kind: 'paused', until: in_an_hour, ours: null, by: null }]],
  ['a pause without end', { paused_until: UNTIL_CHANGED }, [{ kind: 'paused', until: null, ours: null, by: null }]],
  ['a pause that is over', { paused_until: new Date(LUNCH_TIME.getTime() - 1) }, []],
])('%s', async (_, vendor, reasons) => {
  expect(await reasonsOf(vendor)).toEqual(reasons)
})

test('a pause names who in the kitchen, or which admin, said so', async () => {
  const { db } = database
  const admin = await insertAccount(db, 'admin')
  const [reason] = await reasonsOf({ paused_until: in_an_hour, paused_by: admin.user_id })
  expect(reason).toMatchObject({ kind: 'paused', by: { id: admin.user_id, role: 'admin' } })
  const [gone] = await reasonsOf({ paused_until: in_an_hour, paused_by: randomUUID() })
  expect(gone).toMatchObject({ kind: 'paused', by: null })
})

test('an empty menu is said last; an account without a kitchen has to register', async () => {
  const empty = await reasonsOf({ status: 'Pending' }, false)
  expect(empty.map(({ kind }) => kind)).toEqual(['pending', 'no_dishes'])
  const none = await closedReasons(database.db, randomUUID(), LUNCH_TIME)
  expect(none.map(({ kind }) => kind)).toEqual(['not_registered', 'no_dishes'])
})
