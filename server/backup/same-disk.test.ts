import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { sameDiskWarning } from './same-disk.ts'

const root = mkdtempSync(join(tmpdir(), 'chowgate-same-disk-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const warningOf = (env: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: join(root, 'data'), ...env }, root)
  return sameDiskWarning({ ...config, env: 'production' })
}

test('a folder for backups on the disk of the data is warned of, also before it is made', () => {
  expect(warningOf({ BACKUP_TO: join(root, 'not/there/yet') })).toBe(
    `BACKUP_TO: ${join(root, 'not/there/yet')} is on the disk of DATA_DIR, and is lost with it. ` +
      'Is the other disk mounted?',
  )
})

test('a bucket, no place at all, and development are not', () => {
  const keys = ['REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [`BACKUP_S3_${name}`, 'any'])
  const bucket = { ...Object.fromEntries(keys), BACKUP_S3_ENDPOINT: 'https://s3.example.com' }
  expect(warningOf({ BACKUP_TO: 's3://backups/main', ...bucket })).toBeNull()
  expect(warningOf({})).toBeNull()
  expect(sameDiskWarning(readConfig({ DATA_DIR: root, BACKUP_TO: join(root, 'backups') }, root))).toBeNull()
})

// Linux's memory is a disk of its own, where there is one.
const memory = statSync('/dev/shm', { throwIfNoEntry: false })
test.runIf(memory && memory.dev !== statSync(tmpdir()).dev)('nor is a folder on another disk', () => {
  expect(warningOf({ BACKUP_TO: '/dev/shm/chowgate-backups' })).toBeNull()
})
