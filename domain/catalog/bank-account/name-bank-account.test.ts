import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { BankDirectory } from '../../../adapters/banks/bank-directory.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { account_lookups, users } from '../../accounts/tables.ts'
import { accepted, refused } from '../../refusal.ts'
import { nameBankAccount } from './name-bank-account.ts'

const world = await worldOfFile()
let answer: Awaited<ReturnType<BankDirectory['resolve']>>
let asked: string[]
const banks: BankDirectory = {
  list: async () => [],
  async resolve({ account_number }) {
    asked.push(account_number)
    return answer
  },
}

beforeEach(() => {
  asked = []
  answer = accepted({ account_name: 'WES GIBBONS' })
  // Questions of earlier tests no longer count.
  world.clock.advance(2 * 86_400)
})

const somebody = async (address: string | null = randomUUID()) => ({
  user_id: (await insertAccount(world.deps.db, 'vendor')).user_id,
  address,
})
type Who = Awaited<ReturnType<typeof somebody>>
const name = (who: Who, number: number) =>
  nameBankAccount({ ...world.deps, banks }, who, {
    bank_code: '044',
    account_number: String(number).padStart(10, '0'),
  })
/** How many questions are answered when each of these people asks `each` times at once. */
const answered = async (people: readonly Who[], each: number) => {
  const questions = people.flatMap((who) => Array.from({ length: each }, (_, number) => name(who, number)))
  return (await Promise.all(questions)).filter((one) => one.ok).length
}

test('the bank is asked for somebody whose mail address is confirmed only', async () => {
  const who = await somebody()
  await world.deps.db.update(users).set({ email_verified: false }).where(eq(users.id, who.user_id))
  expect(await name(who, 1)).toMatchObject({ ok: false, reason: 'unconfirmed_mail' })
  expect(await name({ ...who, user_id: randomUUID() }, 1)).toMatchObject({ reason: 'unconfirmed_mail' })
  expect(asked).toEqual([])
})

test('what one owner asked is answered again for a day, without the bank, and to nobody else', async () => {
  const [ada, bisi] = [await somebody(), await somebody()]
  for (let time = 0; time < 30; time++) expect((await name(ada, 1)).ok).toBe(true)
  expect(asked).toHaveLength(1)
  await name(bisi, 1)
  expect(asked).toHaveLength(2)
  world.clock.advance(86_401)
  await name(ada, 1)
  expect(asked).toHaveLength(3)
})

test('one account asks twelve times an hour and twenty-four a day, also at once', async () => {
  const who = await somebody()
  expect(await answered([who], 40)).toBe(12)
  expect(await name(who, 99)).toMatchObject({ reason: 'too_many', details: { hours: 1 } })
  world.clock.advance(3601)
  // Twelve of them were answered before, and are not counted again.
  expect(await answered([who], 40)).toBe(24)
  world.clock.advance(3601)
  expect(await name(who, 99)).toMatchObject({ reason: 'too_many', details: { hours: 24 } })
  expect(asked).toHaveLength(24)
})

test('many accounts at one address, and at many, together learn no more than a bounded number', async () => {
  const at_one = await Promise.all(Array.from({ length: 8 }, () => somebody('one address')))
  expect(await answered(at_one, 20)).toBe(60)
  const anywhere = await Promise.all(Array.from({ length: 16 }, () => somebody()))
  expect(await answered(anywhere, 20)).toBe(60)
  expect(asked).toHaveLength(120)
  for (let hour = 0; hour < 9; hour++) {
    world.clock.advance(3601)
    const fresh = await Promise.all(Array.from({ length: 12 }, () => somebody()))
    await answered(fresh, 12)
  }
  expect(asked).toHaveLength(400)
  // A registration is sent in all the same: its answer is shown to nobody.
  expect(await name(await somebody(null), 1)).toMatchObject({ ok: true })
})

test('what the bank cannot answer now is not counted, what it does not know is', async () => {
  const who = await somebody()
  answer = refused('failed', { message: null })
  for (let time = 0; time < 15; time++) expect(await name(who, time)).toMatchObject({ reason: 'failed' })
  answer = refused('failed', { message: 'Could not resolve account name.' })
  for (let time = 0; time < 12; time++) expect(await name(who, time)).toMatchObject({ reason: 'failed' })
  expect(await name(who, 13)).toMatchObject({ reason: 'too_many' })
  const kept = await world.deps.db.select().from(account_lookups).where(eq(account_lookups.user_id, who.user_id))
  expect(kept).toHaveLength(12)
  expect(JSON.stringify(kept)).not.toContain('0000000001')
})
