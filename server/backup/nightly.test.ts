import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { system_clock } from '../../domain/clock.ts'
import { createLog } from '../log.ts'
import { isOwnDatabase } from '../postgres/borrow.ts'
import { type Postgres, startPostgres } from '../postgres.ts'
import { nightlyBackup } from './nightly.ts'

let root: string
let postgres: Postgres
let database: OpenDatabase

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'chowgate-nightly-'))
  // PostgreSQL's user has to get in when the tests run as root.
  chmodSync(root, 0o755)
  postgres = await startPostgres({ data_dir: join(root, 'data'), log: () => {} })
  await migrateDatabase(postgres.url)
  database = openDatabase(postgres.url, 2)
  vi.stubEnv('DATA_DIR', join(root, 'data'))
  vi.stubEnv('BACKUP_TO', join(root, 'backups'))
  // As in a part of the app, which is told where its database is.
  vi.stubEnv('DATABASE_URL', postgres.url)
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.close()
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

test('the worker has the command make it, waits for nothing, and does so once a night', {
  timeout: 300_000,
}, async () => {
  const services = { db: database.db, clock: system_clock, log: createLog('silent') }
  const task = nightlyBackup(services, { hour: 0, place: join(root, 'backups') })
  expect(await task.run()).toBe(1)
  expect(await task.run()).toBe(0)
  const good = async () => {
    const last = await lastBackups(database.db, new Date())
    expect(last).toMatchObject({ good: { bytes: expect.any(Number) }, is_old: false, problem: null })
  }
  await vi.waitFor(good, { timeout: 240_000, interval: 1000 })
  expect(await task.run()).toBe(0)
  await task.finish?.()
})

test('a database is the app’s own where its server runs on the data folder', () => {
  expect(isOwnDatabase(join(root, 'data'), postgres.url)).toBe(true)
  expect(isOwnDatabase(join(root, 'elsewhere'), postgres.url)).toBe(false)
  expect(isOwnDatabase(join(root, 'data'), 'postgres://me:x@db.example:5432/chowgate')).toBe(false)
})
