import { expect, test } from 'vitest'
import { withReload } from './may-reload.ts'

test('a page comes anew by itself three times in ten minutes, and another page as often', () => {
  let remembered: string | null = null
  for (const now of [0, 10_000, 20_000]) remembered = withReload(remembered, '/track/a', now)
  expect(remembered).not.toBe(null)
  expect(withReload(remembered, '/track/a', 30_000)).toBe(null)
  expect(withReload(remembered, '/', 30_000)).not.toBe(null)
  expect(withReload(remembered, '/track/a', 600_001)).not.toBe(null)
})
