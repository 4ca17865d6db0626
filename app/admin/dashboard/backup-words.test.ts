import { expect, test } from 'vitest'
import { backupWords } from './backup-words.server.ts'

const now = new Date('2026-03-10T12:00:00Z')
const hoursAgo = (hours: number) => ({
  name: '',
  at: new Date(now.getTime() - hours * 3_600_000),
  bytes: 1,
})

test('says how old the last good backup is, and cries where it is old or missing', () => {
  expect(backupWords(null, now, false)).toBeNull()
  expect(backupWords(null, now, true)).toMatchObject({
    is_alarm: true,
    line: expect.stringMatching(/^No good backup yet/),
  })
  const said = (hours: number, is_old = false) =>
    backupWords({ good: hoursAgo(hours), is_old, problem: null }, now, true)
  expect(said(0.5)).toMatchObject({ is_alarm: false, line: expect.stringContaining('is less than an hour old') })
  expect(said(1)?.line).toContain('is 1 hour old')
  expect(said(5)?.line).toBe('The last good backup is 5 hours old (10 Mar 2026, 08:00).')
  expect(said(72, true)).toMatchObject({ is_alarm: true, line: expect.stringContaining('is 3 days old') })
})
