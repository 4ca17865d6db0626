import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureStore } from '../../adapters/files/picture-store.ts'
import { migrateDatabase, newestMigration } from '../../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { namedPictures } from '../../domain/backups/named-pictures.ts'
import { food, registration_drafts, vendors } from '../../domain/catalog/tables.ts'
import { movableClock } from '../../domain/clock.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { kobo } from '../../domain/money.ts'
import { startS3Server } from '../../test/s3-server.ts'
import { type Config, readConfig } from '../config.ts'
import { type Postgres, startPostgres } from '../postgres.ts'
import { makeBackup } from './make-backup.ts'
import { findBackups, readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { openBackupStore } from './store.ts'

const VENDOR = '0b0f7f6e-0000-4000-8000-000000000001'
const clock = movableClock(new Date('2026-03-10T02:00:00Z'))

let root: string
let postgres: Postgres
let database: OpenDatabase
let address: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'chowgate-backup-'))
  // PostgreSQL's user has to get in when the tests run as root.
  chmodSync(root, 0o755)
  postgres = await startPostgres({ data_dir: join(root, 'data'), log: () => {} })
  await migrateDatabase(postgres.url)
  database = openDatabase(postgres.url, 4)
  const pictures = await pictureStore(config().files)
  address = await pictures.store(await photo('tan'))
  await database.db
    .insert(vendors)
    .values({ user_id: VENDOR, email: 'bose@example.com', name: 'Iya Bose', profile_photo: address })
  // A draft holds what somebody sent, right or wrong.
  await database.db.insert(registration_drafts).values({
    user_id: VENDOR,
    fields: { profile_photo: `/images/${'x'.repeat(900)}` },
    updated_at: clock.now(),
  })
  await database.db.insert(food).values({
    vendor_id: VENDOR,
    name: 'Amala',
    price: kobo(1_500_00),
    food_image: await pictures.store(await photo('red')),
  })
}, 300_000)
afterAll(async () => {
  await database.close()
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

const photo = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

function config(to = 'backups', data = 'data', more: Record<string, string> = {}): Config {
  const BACKUP_TO = to.includes('://') ? to : join(root, to)
  return readConfig({ DATA_DIR: join(root, data), BACKUP_TO, ...more }, root)
}

async function backUp(of = config(), app_version = '0.1.0') {
  clock.advance(3600)
  return makeBackup(of, { clock, app_version })
}

async function restore(to: Config, how: { name?: string; over?: boolean; app_version?: string } = {}) {
  clock.advance(1)
  return restoreBackup(to, { over: false, now: clock.now(), app_version: '0.1.0', ...how })
}

/** What an app that starts on a data folder finds there. */
async function opened<Found>(data: string, look: (found: OpenDatabase) => Promise<Found>): Promise<Found> {
  const server = await startPostgres({ data_dir: join(root, data), log: () => {}, durable: false })
  await migrateDatabase(server.url)
  const found = openDatabase(server.url, 2)
  try {
    return await look(found)
  } finally {
    await found.close()
    await server.stop()
  }
}

const found = async () => findBackups(await openBackupStore(config().backups.to))

const menu = ({ db }: OpenDatabase) => db.select({ name: food.name }).from(food)

test('a copy made while orders are written is restored with every commit of before its end', {
  timeout: 300_000,
}, async () => {
  let written = 0
  let is_over = false
  const writing = (async () => {
    while (!is_over) {
      await database.db.execute(sql`insert into settings (key, value) values (${`row ${written}`}, '1')`)
      written++
    }
  })()
  const before = written
  const made = await backUp()
  is_over = true
  await writing
  expect(made.manifest).toMatchObject({ app_version: '0.1.0', migration: newestMigration(), pictures: 8 })
  await restore(config('backups', 'restored'))
  await opened('restored', async (found) => {
    expect(await menu(found)).toEqual([{ name: 'Amala' }])
    const { rows } = await found.db.execute<{ keys: number; last: number }>(
      sql`select count(*)::int as keys, max(substr(key, 5)::int) as last from settings where key like 'row %'`,
    )
    // Commits are there in their sequence, without a hole.
    expect(rows[0]?.keys).toBe((rows[0]?.last ?? 0) + 1)
    expect(rows[0]?.keys).toBeGreaterThanOrEqual(before)
    expect(rows[0]?.keys).toBeLessThanOrEqual(written)
    expect(await findViolations(found.db)).toEqual([])
    for (const named of await namedPictures(found.db))
      expect(existsSync(join(root, 'restored/files', named))).toBe(true)
  })
  expect(existsSync(join(root, 'data/backup-trial'))).toBe(false)
  expect(await lastBackups(database.db, clock.now())).toMatchObject({ good: { name: made.name }, problem: null })
})

test('the parts are what everybody’s tar unpacks to a data folder', { timeout: 300_000 }, async () => {
  const { name } = await backUp()
  const folder = join(root, 'by-hand')
  mkdirSync(folder)
  execFileSync('/bin/sh', ['-c', 'cat "$0"/part-* | tar xz -C "$1"', join(root, 'backups', name), folder])
  expect(readdirSync(folder).sort()).toEqual(['files', 'postgres', 'session-secret', 'vapid-private-key'])
  expect(readFileSync(join(folder, 'postgres/cluster/backup_label'), 'utf8')).toContain('LABEL: chowgate')
})

test('where a picture that a row names is gone, it does not count and says so', { timeout: 300_000 }, async () => {
  const file = join(root, 'data/files', address)
  const bytes = readFileSync(file)
  rmSync(file)
  const wrong = `does not count, since something is wrong in it: no picture ${address}.`
  await expect(backUp()).rejects.toThrow(wrong)
  await expect(backUp()).rejects.toThrow(wrong)
  // Only the newest stays to be looked into.
  expect((await found()).filter(({ is_good }) => !is_good)).toHaveLength(1)
  writeFileSync(file, bytes)
  const last = await lastBackups(database.db, clock.now())
  expect(last?.problem).toContain(`no picture ${address}`)
  const { name } = await backUp()
  expect((await lastBackups(database.db, clock.now()))?.good?.name).toBe(name)
})

test('told to stop, it ends with what it started, and does not count', { timeout: 300_000 }, async () => {
  clock.advance(3600)
  const before = await found()
  const stop = new AbortController()
  const making = makeBackup(config(), { clock, app_version: '0.1.0', signal: stop.signal })
  const stopped = expect(making).rejects.toThrow('stopped before it was done')
  await expect.poll(() => existsSync(join(root, 'data/backup-trial')), { timeout: 60_000 }).toBe(true)
  stop.abort()
  await stopped
  expect(existsSync(join(root, 'data/backup-trial'))).toBe(false)
  expect((await found()).filter(({ is_good }) => is_good)).toEqual(before.filter(({ is_good }) => is_good))
})

test('one at a time: the second is refused, and the first comes to its end', { timeout: 300_000 }, async () => {
  const [first, second] = await Promise.allSettled([backUp(), backUp()])
  const refused = [first, second].flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refused).toEqual([expect.stringMatching(/Another backup is just being made \(process \d+\): wait for it\.$/)])
})

test('is not restored over an app that runs, nor over a database without --over', { timeout: 300_000 }, async () => {
  await backUp()
  await expect(restore(config(), { over: true })).rejects.toThrow(`(process ${process.pid}) is using`)
  await restore(config('backups', 'twice'))
  await expect(restore(config('backups', 'twice'))).rejects.toThrow(
    'with --over it is set aside, and nothing was done.',
  )
  const { aside } = await restore(config('backups', 'twice'), { over: true })
  expect(existsSync(join(aside ?? '', 'postgres'))).toBe(true)
  expect(await opened('twice', menu)).toEqual([{ name: 'Amala' }])
})

test('a damaged one, or one of a newer version, is refused before anything is touched', {
  timeout: 300_000,
}, async () => {
  const { name, manifest } = await backUp(config('damaged'))
  const to = config('damaged', 'untouched')
  const folder = join(root, 'damaged', name)
  const part = join(folder, 'part-00001')
  const refusal = async (how = {}) => {
    const error: unknown = await restore(to, { name, ...how }).catch((reason: unknown) => reason)
    expect(existsSync(join(root, 'untouched/postgres'))).toBe(false)
    expect(existsSync(join(root, 'untouched/restore-draft'))).toBe(false)
    return String(error)
  }
  const bytes = readFileSync(part)
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(5000) ^ 1, 5000)
  writeFileSync(part, flipped)
  expect(await refusal()).toMatch(/is damaged \(part-00001 is not what was written\): nothing was touched/)
  rmSync(part)
  expect(await refusal()).toMatch(/is damaged \(part-00001 is missing\): nothing was touched/)
  writeFileSync(part, bytes)
  const write = (changed: object) =>
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...changed }))
  for (const changed of [
    { format: 2 },
    { app_version: '0.2.0' },
    { migration: { tag: '9999_later', when: newestMigration().when + 1 } },
  ]) {
    write(changed)
    expect(await refusal()).toMatch(/was made by a newer version of the app: nothing was touched/)
  }
  write({ postgres_version: '17.1' })
  expect(await refusal()).toMatch(/was made by PostgreSQL 17, this app brings 18: nothing was touched/)
  writeFileSync(join(folder, 'manifest.json'), '{ "format": 1')
  expect(await refusal()).toMatch(/is damaged \(manifest\.json cannot be read\)/)
  rmSync(join(folder, 'manifest.json'))
  expect(await refusal()).toMatch(/There is no backup .*: nothing was done/)
})

test('one of an older version is restored, and brought up to date by the next start', {
  timeout: 300_000,
}, async () => {
  const { name, manifest } = await backUp(config('older'))
  const migration = { tag: '0001_rate-limits', when: newestMigration().when - 1 }
  const older = { ...manifest, app_version: '0.0.9', migration }
  writeFileSync(join(root, 'older', name, 'manifest.json'), JSON.stringify(older))
  await restore(config('older', 'from-older'))
  expect(await opened('from-older', menu)).toEqual([{ name: 'Amala' }])
})

test('goes to a bucket and comes back; a store that breaks off leaves the last good one', {
  timeout: 300_000,
}, async () => {
  const store = await startS3Server('safe', 'key')
  const keys = { REGION: 'any', ENDPOINT: store.url, ACCESS_KEY_ID: 'key', SECRET_ACCESS_KEY: 'secret' }
  const settings = Object.fromEntries(Object.entries(keys).map(([name, value]) => [`BACKUP_S3_${name}`, value]))
  const bucket = (data = 'data') => config('s3://safe/shop', data, settings)
  const { name } = await backUp(bucket())
  store.breakAfter(0)
  await expect(backUp(bucket())).rejects.toThrow(/^Backups: s3:\/\/safe\/shop cannot be reached, or takes nothing \(/)
  store.breakAfter(1)
  await expect(backUp(bucket())).rejects.toThrow(/^Backups: s3:\/\/safe\/shop cannot be reached/)
  expect((await lastBackups(database.db, clock.now()))?.problem).toMatch(/^Backups: s3:/)
  expect(await menu(database)).toEqual([{ name: 'Amala' }])
  store.breakAfter(Number.POSITIVE_INFINITY)
  const { name: next } = await backUp(bucket())
  const found = await findBackups(await openBackupStore(bucket().backups.to))
  expect(found).toEqual([name, next].map((good) => ({ name: good, is_whole: true, is_good: true })))
  expect((await restore(bucket('from-bucket'))).name).toBe(next)
  expect(await opened('from-bucket', menu)).toEqual([{ name: 'Amala' }])
  await store.close()
})

const may_mount = process.getuid?.() === 0 && process.platform === 'linux'
test.runIf(may_mount)('a full disk is one line, and nothing half stays on it', { timeout: 300_000 }, async () => {
  const disk = join(root, 'small')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    // A container without the right to mount.
    return
  }
  try {
    await expect(backUp(config('small'))).rejects.toThrow(/^Backups: the disk of \S+ is full: \d+ MB are free/)
    expect(readdirSync(disk)).toEqual([])
    expect(await menu(database)).toEqual([{ name: 'Amala' }])
  } finally {
    execFileSync('umount', [disk])
  }
})

test('what a killed one left behind is cleared by the next', { timeout: 300_000 }, async () => {
  mkdirSync(join(root, 'backups/2026-01-01T00-00-00Z'), { recursive: true })
  writeFileSync(join(root, 'backups/2026-01-01T00-00-00Z/part-00001'), 'half')
  const { name } = await backUp()
  const store = await openBackupStore(config().backups.to)
  expect((await findBackups(store)).map((one) => one.name)).not.toContain('2026-01-01T00-00-00Z')
  expect((await readManifest(store, name)).pictures).toBe(8)
})
