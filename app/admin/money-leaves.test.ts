import { desc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { users } from '../../domain/accounts/tables.ts'
import { audit_log } from '../../domain/audit/tables.ts'
import { movableClock } from '../../domain/clock.ts'
import { settings } from '../../domain/settings/tables.ts'
import { adminSends } from '../../test/admin-sends.ts'
import { databaseOfFile } from '../../test/database.ts'
import { insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { askOnceMore, askProof } from './money-leaves.server.ts'

const database = await databaseOfFile()
let ada: Actor
let clock: ReturnType<typeof movableClock>
beforeEach(async () => {
  ada = await insertAccount(database.db, 'admin')
  clock = movableClock(LUNCH_TIME)
  await database.db.delete(settings)
})

const leaving = { subject: 'payout:12', said: 'You approve it.', facts: [['To', 'IYA BOSE']] as const }

/** Ada sends a form that lets money go. */
function asking(amount_kobo: number, fields: Record<string, string> = {}) {
  const { services, sent, form } = adminSends({ db: database.db, clock }, ada, { intent: 'transfer', ...fields })
  return { services, sent, form, amount_kobo }
}

const prove = (amount_kobo: number, fields?: Record<string, string>) =>
  askProof(asking(amount_kobo, fields), ada, () => leaving)
const provenLast = async () =>
  (await database.db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(1)).map(
    ({ user_id, action, subject, after }) => ({ user_id, action, subject, after }),
  )

test('below the amount nobody proves anything; from it on the form asks who, to whom and a password', async () => {
  expect(await prove(49_999_99)).toBe(null)
  expect(await provenLast()).toEqual([])
  expect(await prove(50_000_00)).toMatchObject({
    init: { status: 422 },
    data: { ok: false, said: 'You approve it.', confirm: { proof: 'password', facts: [['To', 'IYA BOSE']] } },
  })
  expect(await prove(50_000_00, { password: PASSWORD })).toBe(null)
  expect(await provenLast()).toEqual([
    {
      user_id: ada.user_id,
      action: 'money_proven',
      subject: 'payout:12',
      after: { amount_kobo: 50_000_00, proven_by: 'password' },
    },
  ])
})

test('the amount is a setting, and may be none', async () => {
  await database.db.insert(settings).values({ key: 'money_leaves', value: { prove_from_kobo: null } })
  expect(await prove(9_000_000_00)).toBe(null)
  await database.db.update(settings).set({ value: { prove_from_kobo: 0 } })
  expect(await prove(1)).toMatchObject({ data: { confirm: { proof: 'password' } } })
})

test('who has an authenticator app gives its code, and a password does not do', async () => {
  await database.db.update(users).set({ two_factor_enabled: true })
  const asked = { data: { confirm: { proof: 'code' } } }
  expect(await prove(60_000_00, { password: PASSWORD })).toMatchObject(asked)
  expect(await prove(60_000_00, { code: '654321' })).toMatchObject({
    data: { confirm: { proof: 'code' }, errors: { code: expect.stringMatching(/^This code is not right/) } },
  })
  expect(await prove(60_000_00, { code: '123 456' })).toBe(null)
  expect(await provenLast()).toMatchObject([{ after: { proven_by: 'code' } }])
})

test('wrong passwords are counted as at the login, also against the right one', async () => {
  for (let wrong = 0; wrong < 5; wrong++) {
    const answer = await prove(60_000_00, { password: 'amala' })
    expect(answer).toMatchObject({ data: { errors: { password: 'This is not your password.' } } })
    expect(JSON.stringify(answer)).not.toContain('amala"')
  }
  const held = { init: { status: 429 }, data: { errors: { password: expect.stringMatching(/^Too many attempts/) } } }
  expect(await prove(60_000_00, { password: PASSWORD })).toMatchObject(held)
  clock.advance(2)
  expect(await prove(60_000_00, { password: PASSWORD })).toBe(null)
})

test('where the total is known only now, one answer asks for everything', async () => {
  const shown = await askOnceMore(asking(60_000_00), { ...leaving, button: 'Give ₦60,000 back' })
  expect(shown).toMatchObject({
    data: { confirm: { value: 60_000_00, button: 'Give ₦60,000 back', proof: 'password' } },
  })
  const small = await askOnceMore(asking(100_00), { ...leaving, button: 'Give ₦100 back' })
  expect(small.data?.confirm?.proof).toBeUndefined()
})
