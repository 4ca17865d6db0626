import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { bucket_keys, bucketSettings, menuOf, openShop, type Shop } from '../../test/backed-up-shop.ts'
import { startHangingLine } from '../../test/hanging-line.ts'
import { startS3Server } from '../../test/s3-server.ts'
import { mayMount, mountSmallDisk } from '../../test/small-disk.ts'
import type { Config } from '../config.ts'
import { findBackups, readManifest } from './manifest.ts'
import { openBackupStore } from './store.ts'

let shop: Shop
let bucket: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  shop = await openShop()
  bucket = await startS3Server('safe', bucket_keys)
}, 300_000)
afterAll(async () => {
  await bucket.close()
  await shop.close()
})

const problem = async () => (await lastBackups(shop.database.db, shop.clock.now()))?.problem
const goodIn = async (config: Config) =>
  (await findBackups(await openBackupStore(config.backups.to))).filter(({ is_good }) => is_good)

test('goes to a bucket and comes back; a store that breaks off leaves the last good one', {
  timeout: 300_000,
}, async () => {
  const inBucket = (data = 'data') => shop.config('s3://safe/shop', data, bucketSettings('BACKUP_S3', bucket.url))
  const { name } = await shop.backUp(inBucket())
  bucket.breakAfter(0)
  await expect(shop.backUp(inBucket())).rejects.toThrow(
    /^Backups: s3:\/\/safe\/shop cannot be reached, or takes nothing \(/,
  )
  bucket.breakAfter(1)
  await expect(shop.backUp(inBucket())).rejects.toThrow(/^Backups: s3:\/\/safe\/shop cannot be reached/)
  expect(await problem()).toMatch(/^Backups: s3:/)
  expect(await menuOf(shop.database)).toEqual([{ name: 'Amala' }])
  bucket.breakAfter(Number.POSITIVE_INFINITY)
  const { name: next } = await shop.backUp(inBucket())
  const found = await findBackups(await openBackupStore(inBucket().backups.to))
  expect(found).toEqual([name, next].map((good) => ({ name: good, is_whole: true, is_good: true })))
  expect((await shop.restore(inBucket('from-bucket'))).name).toBe(next)
  expect(await shop.opened('from-bucket', menuOf)).toEqual([{ name: 'Amala' }])
})

test('a store that hangs is given up, wherever that is, and the last good one stays', {
  timeout: 300_000,
}, async () => {
  const line = await startHangingLine(bucket.url)
  const config = shop.config('s3://safe/shop', 'data', bucketSettings('BACKUP_S3', line.url))
  const before = await goodIn(config)
  const { parts } = await readManifest(await openBackupStore(config.backups.to), before.at(-1)?.name ?? '')
  const packed_bytes = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(packed_bytes).toBeGreaterThan(0)
  for (const [way, bytes] of [
    // It takes the connection, and never says a word.
    ['up', 0],
    ['up', packed_bytes / 2],
    // All of it was stored, and half of it comes back for the trial.
    ['down', packed_bytes / 2],
  ] as const) {
    line.hangAfter(way, bytes)
    await expect(shop.backUp(impatient(config))).rejects.toThrow(
      /^Backups: s3:\/\/safe\/shop cannot be reached, or takes nothing \(TimeoutError [^\n]+\)\.$/,
    )
    expect(await problem()).toMatch(/^Backups: s3:\/\/safe\/shop cannot be reached/)
    expect(existsSync(join(shop.root, 'data/backup-trial'))).toBe(false)
    expect(await menuOf(shop.database)).toEqual([{ name: 'Amala' }])
    line.mend()
    expect(await goodIn(config)).toEqual(before)
  }
  const { name } = await shop.backUp(config)
  expect((await goodIn(config)).map((one) => one.name)).toEqual([...before.map((one) => one.name), name])
  await line.close()
})

/** As `config`, but a silence of a second is as long as one of twenty. */
function impatient(config: Config): Config {
  const { to } = config.backups
  const disk = { ...to.disk, silence_ms: 1000 }
  return { ...config, backups: { ...config.backups, to: { ...to, disk } } }
}

/** Puts a good backup into a folder of this name: what is made of the same shop takes seconds of a core each time. */
async function withGoodIn(folder: string): Promise<string> {
  good ??= shop.backUp(shop.config('good'))
  const { name } = await good
  cpSync(join(shop.root, 'good', name), join(shop.root, folder, name), { recursive: true })
  return name
}
let good: ReturnType<Shop['backUp']> | undefined

const may_mount = mayMount()

/** A small disk of its own below the shop's folder. */
async function onDisk(name: string, options: string, work: (disk: string) => Promise<void>): Promise<void> {
  const disk = join(shop.root, name)
  mkdirSync(disk)
  mountSmallDisk(disk, options)
  try {
    await work(disk)
  } finally {
    execFileSync('umount', [disk])
  }
}

test.runIf(may_mount)('a full disk is one line, and nothing half stays on it', { timeout: 300_000 }, () =>
  onDisk('small', 'size=2m', async (disk) => {
    await expect(shop.backUp(shop.config('small'))).rejects.toThrow(
      /^Backups: the disk of \S+ is full: \d+ MB are free/,
    )
    expect(readdirSync(disk)).toEqual([])
    expect(await menuOf(shop.database)).toEqual([{ name: 'Amala' }])
  }),
)

// A disk that has room, and gives no file any more: two folders with a part each, a manifest and a mark.
test.runIf(may_mount)(
  'a disk that is full in the middle keeps the earlier one, and no half',
  {
    timeout: 300_000,
  },
  () =>
    onDisk('few-files', 'size=2g,nr_inodes=7', async (disk) => {
      const config = shop.config('few-files')
      const name = await withGoodIn('few-files')
      await expect(shop.backUp(config)).rejects.toThrow(/^Backups: \S+\/few-files is full \(ENOSPC\)\.$/)
      expect(await problem()).toMatch(/is full \(ENOSPC\)\.$/)
      expect(readdirSync(disk)).toEqual([name])
      expect((await shop.restore(shop.config('few-files', 'from-few-files'))).name).toBe(name)
    }),
)

const command = fileURLToPath(new URL('../backup.ts', import.meta.url))

test('where the system cuts off a file in the middle, it ends with one line, and the half is removed', {
  timeout: 300_000,
}, async () => {
  const config = shop.config('cut')
  const name = await withGoodIn('cut')
  const BACKUP_TO = join(shop.root, 'cut')
  const env = { ...process.env, DATA_DIR: join(shop.root, 'data'), BACKUP_TO, DATABASE_URL: '' }
  // The limit of a file's size (RLIMIT_FSIZE) needs no rights: a part is larger than 2,000 blocks.
  const script = 'ulimit -f 2000 && exec "$0" "$1"'
  const ended = await new Promise<{ code: unknown; said: string }>((resolve) =>
    execFile('/bin/sh', ['-c', script, process.execPath, command], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, said: stdout + stderr }),
    ),
  )
  expect(ended).toEqual({ code: 1, said: expect.stringMatching(/^Backups: \S+\/cut [^\n]*EFBIG[^\n]*\.\n$/) })
  expect(readdirSync(BACKUP_TO)).toEqual([name])
  expect((await goodIn(config)).map((one) => one.name)).toEqual([name])
})
