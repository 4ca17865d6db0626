import { expect, test } from 'vitest'
import { createAtOnce } from './at-once.ts'

test('one account has a share of the room, all together have the room, and who leaves makes room', async () => {
  const enter = createAtOnce()
  const leave: (() => void)[] = []
  const comes = (whose: string, kind: 'picture' | 'password' = 'picture') =>
    enter(kind, whose, () => new Promise<void>((resolve) => leave.push(resolve)))
  const first = comes('ada')
  expect(comes('ada')).not.toBeNull()
  expect(comes('ada')).toBeNull()
  for (const other of ['obi', 'obi', 'uche', 'uche', 'bola', 'bola']) expect(comes(other)).not.toBeNull()
  expect(comes('late')).toBeNull()
  expect(comes('ada', 'password')).not.toBeNull()
  leave[0]?.()
  await first
  expect(comes('late')).not.toBeNull()
  expect(comes('later')).toBeNull()
})

test('what fails leaves too', async () => {
  const enter = createAtOnce()
  for (let number = 0; number < 5; number++) {
    const failing = enter('picture', 'ada', () => Promise.reject(new Error('a bug')))
    await expect(failing).rejects.toThrow('a bug')
  }
})
