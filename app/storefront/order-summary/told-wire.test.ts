import { expect, test } from 'vitest'
import { readTold, toldText } from './told-wire.ts'

const windows = [
  { vendor_id: '0b1c-2', from: new Date('2026-03-10T11:20:00Z'), until: new Date('2026-03-10T11:35:00Z') },
  { vendor_id: '77aa-9', from: new Date('2026-03-10T11:25:00Z'), until: new Date('2026-03-10T11:45:00Z') },
]

test('what a page told comes back as it was', () => {
  expect(readTold(toldText(windows))).toEqual(windows)
})

test.each(['', 'a', 'a.1', 'a.1.x', 'a.1.2 b', `${'a.1.2 '.repeat(21)}a.1.2`, 'a.1.12345678901'])(
  'what is no window counts as not told: %s',
  (text) => {
    expect(readTold(text)).toBeNull()
  },
)
