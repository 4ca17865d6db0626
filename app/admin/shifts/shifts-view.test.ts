import { expect, test } from 'vitest'
import { weekView } from './shifts-view.server.ts'

test('a shift can be called off until it ends, also while it runs', () => {
  const shift = { id: 1, begins_at: new Date('2026-03-11T17:00:00Z'), ends_at: new Date('2026-03-11T20:00:00Z') }
  const place = { status: 'Taken', rider: 'Musa Bello', phone: null, came: false, missed: false } as const
  const canCallOff = (now: string) =>
    weekView([{ shift, places: [place] }], '2026-03-09', new Date(now)).rows[0]?.can_call_off
  expect(canCallOff('2026-03-11T19:59:59Z')).toBe(true)
  expect(canCallOff('2026-03-11T20:00:00Z')).toBe(false)
})
