import { expect, test } from 'vitest'
import { PASSWORDS_AT_ONCE, passwords, passwordsInTurn } from './passwords.ts'

test('of 240 sign-ins at once few work side by side, so that threads are left for pages', async () => {
  expect(PASSWORDS_AT_ONCE).toBeLessThanOrEqual(2)
  const working = { now: 0, most: 0 }
  const work = async () => {
    working.most = Math.max(working.most, ++working.now)
    await new Promise((resolve) => setImmediate(resolve))
    working.now--
  }
  const passwords = passwordsInTurn({
    hashPassword: (password) => work().then(() => password),
    verifyPassword: ({ hash, password }) => work().then(() => hash === password),
  })
  const answers = Array.from({ length: 240 }, (_, number) =>
    number % 2 === 0 ? passwords.verify('amala', 'amala') : passwords.hash('amala').then(Boolean),
  )
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 240 }, () => true))
  expect(working.most).toBe(PASSWORDS_AT_ONCE)
})

test('a hash is known by its password alone, holds nothing of it, and differs each time', async () => {
  const [one, other] = await Promise.all([passwords.hash('amala-and-ewedu'), passwords.hash('amala-and-ewedu')])
  expect(one).not.toBe(other)
  for (const hash of [one, other]) {
    expect(hash).not.toContain('amala')
    expect(await passwords.verify('amala-and-ewedu', hash)).toBe(true)
  }
  expect(await passwords.verify('amala-and-eweda', one)).toBe(false)
})
