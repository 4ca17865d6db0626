import { beforeEach, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { claimNightly } from './claim-nightly.ts'
import { BACKUP_OLD_HOURS, lastBackups } from './last-backups.ts'
import { noteGood, noteProblem } from './note-backup.ts'
import { backups } from './tables.ts'

const database = await databaseOfFile(4)
beforeEach(async () => {
  await database.db.delete(backups)
})

/** Three o'clock on the campus. */
const THREE = new Date('2026-03-10T02:00:00Z')
const after = (minutes: number) => new Date(THREE.getTime() + minutes * 60_000)
const claim = (now: Date) => claimNightly(database.db, now, { hour: 3, place: '/mnt/backups' })
const good = (name: string, verified_at: Date) => noteGood(database.db, { name, verified_at, bytes: 1, pictures: 0 })

test('is due once a night, from its hour on', async () => {
  const name = (await claim(after(-1))) ?? ''
  await good(name, after(0))
  expect(await claim(after(0))).toBe('2026-03-10T02-00-00Z')
  await good('2026-03-10T02-00-00Z', after(1))
  expect(await claim(after(600))).toBeNull()
  expect(await claim(after(24 * 60 - 1))).toBeNull()
  expect(await claim(after(24 * 60))).toBe('2026-03-11T02-00-00Z')
})

test('of several workers one makes it', async () => {
  const claims = await Promise.all([claim(THREE), claim(THREE), claim(THREE)])
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('one that failed or died is tried again after an hour', async () => {
  const name = (await claim(THREE)) ?? ''
  expect(await claim(after(59))).toBeNull()
  expect(await claim(after(61))).not.toBeNull()
  await noteProblem(database.db, name, 'the disk is full')
})

test('the last good one is told, and whether it is old', async () => {
  expect(await lastBackups(database.db, THREE)).toBeNull()
  const name = (await claim(THREE)) ?? ''
  expect(await lastBackups(database.db, THREE)).toEqual({ good: null, is_old: true, problem: null })
  await good(name, after(1))
  expect(await lastBackups(database.db, after(BACKUP_OLD_HOURS * 60))).toMatchObject({ good: { name }, is_old: false })
  expect(await lastBackups(database.db, after(BACKUP_OLD_HOURS * 60 + 1))).toMatchObject({ is_old: true })
  const failed = (await claim(after(24 * 60))) ?? ''
  await noteProblem(database.db, failed, 'S3 was gone')
  expect(await lastBackups(database.db, after(24 * 60))).toMatchObject({ good: { name }, problem: 'S3 was gone' })
})
