import { expect, test, vi } from 'vitest'
import { PASSWORDS_AT_ONCE, passwords } from './passwords.ts'

const working = vi.hoisted(() => ({ now: 0, most: 0 }))

vi.mock('better-auth/crypto', () => {
  const work = async () => {
    working.most = Math.max(working.most, ++working.now)
    await new Promise((resolve) => setImmediate(resolve))
    working.now--
  }
  return {
    hashPassword: (password: string) => work().then(() => password),
    verifyPassword: ({ hash, password }: { hash: string; password: string }) => work().then(() => hash === password),
  }
})

test('of 240 sign-ins at once few work side by side, so that threads are left for pages', async () => {
  expect(PASSWORDS_AT_ONCE).toBeLessThanOrEqual(2)
  const answers = Array.from({ length: 240 }, (_, number) =>
    number % 2 === 0 ? passwords.verify('amala', 'amala') : passwords.hash('amala').then(Boolean),
  )
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 240 }, () => true))
  expect(working.most).toBe(PASSWORDS_AT_ONCE)
})
