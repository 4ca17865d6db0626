import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { messages } from '../notifications/tables.ts'
import { admitSignIn, rememberSuccess } from './admit-sign-in.ts'
import { rememberDevice } from './known-devices.ts'
import { mailAskedLinks } from './mail-links.ts'
import { newToken } from './secrets.ts'

const world = await worldOfFile()

const deps = () => world.deps
const somebody = (address = '10.0.0.1') => ({ email: `${randomUUID()}@example.com`, address })
const secondsOf = (answer: Awaited<ReturnType<typeof admitSignIn>>) => (answer.ok ? 0 : answer.details.seconds)

describe('wrong passwords', () => {
  test('cost nothing four times, then a wait that doubles up to five minutes', async () => {
    const who = somebody()
    for (let attempt = 0; attempt < 4; attempt++) expect((await admitSignIn(deps(), who)).ok).toBe(true)
    const waits: number[] = []
    for (let attempt = 0; attempt < 11; attempt++) {
      expect((await admitSignIn(deps(), who)).ok).toBe(true)
      const seconds = secondsOf(await admitSignIn(deps(), who))
      waits.push(seconds)
      world.clock.advance(seconds)
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
    world.clock.advance(3601)
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

describe('while two hundred guesses from many machines hold up strangers', () => {
  async function guessedAt() {
    const { email, user_id } = await insertAccount(world.deps.db, 'vendor')
    const stranger = { email, address: 'bot 51' }
    for (let machine = 0; machine < 50; machine++) {
      for (let attempt = 0; attempt < 4; attempt++) {
        await admitSignIn(deps(), { email, address: `bot ${machine}` })
      }
    }
    return { email, user_id, stranger }
  }
  const mailsTo = async (email: string) => {
    await mailAskedLinks(world.deps)
    return world.deps.db.select().from(messages).where(eq(messages.recipient, email))
  }
  const tokenIn = (text: string | undefined) => /login\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

  test('a browser that signed in before is let in from wherever, with a count of its own', async () => {
    const { email, user_id, stranger } = await guessedAt()
    const device = newToken()
    await rememberDevice(world.deps, { user_id, email, device, user_agent: '' })
    expect((await admitSignIn(deps(), stranger)).ok).toBe(false)
    expect((await admitSignIn(deps(), { ...stranger, device: newToken() })).ok).toBe(false)
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await admitSignIn(deps(), { ...stranger, device })).ok).toBe(true)
    }
    expect(secondsOf(await admitSignIn(deps(), { ...stranger, device }))).toBe(1)
    await rememberSuccess(deps(), { ...stranger, device })
    expect((await admitSignIn(deps(), { ...stranger, device })).ok).toBe(true)
  })

  test('the owner is sent one link an hour that lets in once, for a while, and nobody else', async () => {
    const { email, stranger } = await guessedAt()
    for (let attempt = 0; attempt < 5; attempt++) await admitSignIn(deps(), stranger)
    const mails = await mailsTo(email)
    expect(mails.map((mail) => mail.subject)).toEqual(['Somebody is guessing your ChowGate password'])
    const link = tokenIn(mails[0]?.body)
    expect(link).toMatch(/^[\w-]{43}$/)
    const { email: other, stranger: elsewhere } = await guessedAt()
    expect((await admitSignIn(deps(), { ...elsewhere, link })).ok).toBe(false)
    expect(await mailsTo(other)).toHaveLength(1)

    expect((await admitSignIn(deps(), { ...stranger, link })).ok).toBe(true)
    await rememberSuccess(deps(), { ...stranger, link })
    // From this address the password may be given again, for a mistyped second step; the link is used up.
    expect((await admitSignIn(deps(), stranger)).ok).toBe(true)
    expect((await admitSignIn(deps(), { email, address: 'bot 52', link })).ok).toBe(false)
  })

  test('a link that is too old lets nobody in, and an unknown account gets none', async () => {
    const { email, stranger } = await guessedAt()
    await admitSignIn(deps(), stranger)
    const link = tokenIn((await mailsTo(email))[0]?.body)
    world.clock.advance(1801)
    expect((await admitSignIn(deps(), { ...stranger, link })).ok).toBe(false)
    const unknown = `${randomUUID()}@example.com`
    for (let guess = 0; guess < 201; guess++) await admitSignIn(deps(), { email: unknown, address: `bot ${guess}` })
    expect((await admitSignIn(deps(), { email: unknown, address: 'bot' })).ok).toBe(false)
    expect(await mailsTo(unknown)).toEqual([])
  })
})

test('two hundred guesses from many machines hold up strangers, not the places the account signs in from', async () => {
  const who = somebody('campus')
  await admitSignIn(deps(), who)
  await rememberSuccess(deps(), who)
  for (let machine = 0; machine < 50; machine++) {
    for (let attempt = 0; attempt < 4; attempt++) await admitSignIn(deps(), { ...who, address: `bot ${machine}` })
  }
  expect((await admitSignIn(deps(), { ...who, address: 'bot 51' })).ok).toBe(false)
  expect((await admitSignIn(deps(), who)).ok).toBe(true)
  world.clock.advance(3601)
  expect((await admitSignIn(deps(), { ...who, address: 'bot 51' })).ok).toBe(true)
})
