import { expect, test } from 'vitest'
import { backupWords } from './backup-words.server.ts'

const now = new Date('2026-03-10T12:00:00Z')
const hoursAgo = (hours: number) => ({
  name: '',
  at: new Date(now.getTime() - hours * 3_600_000),
  bytes: 1,
})

const wanted = { are_wanted: true, share_disk: false }

test('says how old the last good backup is, and cries where it is old or missing', () => {
  expect(backupWords(null, now, { are_wanted: false, share_disk: true })).toBeNull()
  expect(backupWords(null, now, wanted)).toMatchObject({
    is_alarm: true,
    line: expect.stringMatching(/^No good backup yet/),
  })
  const said = (hours: number, is_old = false) =>
    backupWords({ good: hoursAgo(hours), is_old, problem: null }, now, wanted)
  expect(said(0.5)).toMatchObject({ is_alarm: false, line: expect.stringContaining('is less than an hour old') })
  expect(said(1)?.line).toContain('is 1 hour old')
  expect(said(5)?.line).toBe('The last good backup is 5 hours old (10 Mar 2026, 08:00).')
  expect(said(72, true)).toMatchObject({ is_alarm: true, line: expect.stringContaining('is 3 days old') })
})

test('says where they lie on the disk that they are to outlive, whether there is a good one or not', () => {
  const warning = 'Backups lie on the same disk as the shop itself: when that disk dies, both are gone.'
  const same = { are_wanted: true, share_disk: true }
  const backups = { good: hoursAgo(5), is_old: false, problem: null }
  expect(backupWords(backups, now, same)).toMatchObject({ is_alarm: false, warning })
  expect(backupWords(null, now, same)).toMatchObject({ is_alarm: true, warning })
  expect(backupWords(backups, now, wanted)).toMatchObject({ warning: null })
})
