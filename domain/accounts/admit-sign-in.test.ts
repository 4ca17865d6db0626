import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { movableClock } from '../clock.ts'
import { admitSignIn, rememberSuccess } from './admit-sign-in.ts'

let database: TestDatabase
const clock = movableClock(LUNCH_TIME)
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const deps = () => ({ db: database.db, clock })
const somebody = (address = '10.0.0.1') => ({ email: `${randomUUID()}@example.com`, address })
const secondsOf = (answer: Awaited<ReturnType<typeof admitSignIn>>) =>
  answer.ok ? 0 : answer.details.seconds

describe('wrong passwords', () => {
  test('cost nothing four times, then a wait that doubles up to five minutes', async () => {
    const who = somebody()
    for (let attempt = 0; attempt < 4; attempt++) expect((await admitSignIn(deps(), who)).ok).toBe(true)
    const waits: number[] = []
    for (let attempt = 0; attempt < 11; attempt++) {
      expect((await admitSignIn(deps(), who)).ok).toBe(true)
      const seconds = secondsOf(await admitSignIn(deps(), who))
      waits.push(seconds)
      clock.advance(seconds)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('at once are counted too', async () => {
    const who = somebody()
    const answers = await Promise.all(Array.from({ length: 40 }, () => admitSignIn(deps(), who)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(5)
  })

  test('are forgotten after a success, and after an hour', async () => {
    const who = somebody()
    for (let attempt = 0; attempt < 5; attempt++) await admitSignIn(deps(), who)
    expect((await admitSignIn(deps(), who)).ok).toBe(false)
    await rememberSuccess(deps(), who)
    expect((await admitSignIn(deps(), who)).ok).toBe(true)

    const other = somebody()
    for (let attempt = 0; attempt < 5; attempt++) await admitSignIn(deps(), other)
    clock.advance(3601)
    for (let attempt = 0; attempt < 5; attempt++) expect((await admitSignIn(deps(), other)).ok).toBe(true)
  })

  test('hold up neither the same account elsewhere nor another account at the same address', async () => {
    const who = somebody()
    for (let attempt = 0; attempt < 8; attempt++) await admitSignIn(deps(), who)
    expect((await admitSignIn(deps(), who)).ok).toBe(false)
    expect((await admitSignIn(deps(), { ...who, address: '10.0.0.2' })).ok).toBe(true)
    expect((await admitSignIn(deps(), somebody(who.address))).ok).toBe(true)
  })

  test('count for the mail address in any writing', async () => {
    const who = somebody()
    for (let attempt = 0; attempt < 5; attempt++) await admitSignIn(deps(), who)
    expect((await admitSignIn(deps(), { ...who, email: ` ${who.email.toUpperCase()}` })).ok).toBe(false)
  })
})

test('two hundred guesses from many machines hold up strangers, not the places the account signs in from', async () => {
  const who = somebody('campus')
  await admitSignIn(deps(), who)
  await rememberSuccess(deps(), who)
  for (let machine = 0; machine < 50; machine++) {
    for (let attempt = 0; attempt < 4; attempt++)
      await admitSignIn(deps(), { ...who, address: `bot ${machine}` })
  }
  expect((await admitSignIn(deps(), { ...who, address: 'bot 51' })).ok).toBe(false)
  expect((await admitSignIn(deps(), who)).ok).toBe(true)
  clock.advance(3601)
  expect((await admitSignIn(deps(), { ...who, address: 'bot 51' })).ok).toBe(true)
})
