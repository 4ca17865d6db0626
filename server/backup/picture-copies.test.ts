import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { noteBegun, noteRestored } from '../../domain/backups/note-backup.ts'
import { backups } from '../../domain/backups/tables.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { movableClock } from '../../domain/clock.ts'
import { bucket_keys, bucketSettings, SHOPKEEPER } from '../../test/backed-up-shop.ts'
import { databaseOfFile } from '../../test/database.ts'
import { startHangingLine } from '../../test/hanging-line.ts'
import { startS3Server } from '../../test/s3-server.ts'
import { mayMount, mountSmallDisk } from '../../test/small-disk.ts'
import { type Config, readConfig } from '../config.ts'
import { copyPictures } from './copy-pictures.ts'
import { openPictureCopies, restorePictures } from './picture-copies.ts'

const { db } = await databaseOfFile(4)
const clock = movableClock(new Date('2026-03-10T02:00:00Z'))
const root = mkdtempSync(join(tmpdir(), 'chowgate-copies-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let shops = 0
let data = ''
/** A shop on a database that somebody else backs up, with an empty folder of pictures. */
const shop = (to: string, more: Record<string, string> = {}): Config => {
  const BACKUP_TO = to === '' || to.startsWith('s3://') ? to : join(root, to)
  return readConfig({ DATA_DIR: data, DATABASE_URL: 'postgres://localhost/chowgate', BACKUP_TO, ...more }, root)
}
const files = () => readdirSync(join(data, 'files/images')).sort()
const copiesIn = (to: string) => readdirSync(join(root, to, 'pictures')).sort()

/** A vendor's picture as the shop stores one, named by a row. */
async function addPicture(): Promise<string> {
  const name = randomBytes(16).toString('hex')
  for (const width of [320, 640, 720, 960]) {
    writeFileSync(join(data, `files/images/${name}-${width}.webp`), `${width} ${name}`.repeat(50))
  }
  const address = `/images/${name}-640.webp`
  const vendor = { user_id: SHOPKEEPER, email: 'bose@example.com', name: 'Iya Bose', profile_photo: address }
  await db.insert(vendors).values(vendor).onConflictDoUpdate({ target: vendors.user_id, set: vendor })
  return address
}

/** The database of a backup was restored for a trial, and was right. */
async function noteDatabase(name: string): Promise<void> {
  await noteBegun(db, { name, place: 'pgBackRest: chowgate', begun_at: clock.now() })
  await noteRestored(db, { name, restored_at: clock.now(), bytes: 1000 })
}
const last = () => lastBackups(db, clock.now())

beforeEach(async () => {
  data = join(root, `data${++shops}`)
  mkdirSync(join(data, 'files/images'), { recursive: true })
  await db.delete(backups)
  await db.delete(vendors)
})

test('a picture has its copy at the second look, and a backup of the database counts from then on', async () => {
  const task = copyPictures({ db, clock }, shop('one'))
  const address = await addPicture()
  await noteDatabase('2026-03-10T02-00-00Z')
  await task.run()
  // It may be half written when it is seen for the first time, and nothing is said of it before.
  expect(await last()).toEqual({ good: null, is_old: true, problem: null })
  await task.run()
  expect(copiesIn('one')).toEqual(files())
  expect(await last()).toMatchObject({ good: { name: '2026-03-10T02-00-00Z', bytes: 1000 }, problem: null })

  // Without the shop's own: what a row names is given back, in every width.
  const before = files()
  rmSync(join(data, 'files'), { recursive: true })
  const copies = await openPictureCopies(shop('one').files, shop('one').backups.to)
  expect(await restorePictures(db, copies)).toEqual({ named: 1, put_back: 1, lost: [] })
  expect(files()).toEqual(before)
  expect(await restorePictures(db, copies)).toEqual({ named: 1, put_back: 0, lost: [] })
  rmSync(join(data, 'files'), { recursive: true })
  rmSync(join(root, 'one'), { recursive: true })
  expect(await restorePictures(db, copies)).toEqual({ named: 1, put_back: 0, lost: [address] })
})

describe('a backup of the database does not count', () => {
  test('while a picture that a row names is nowhere', async () => {
    const address = await addPicture()
    for (const file of files()) rmSync(join(data, 'files/images', file))
    await noteDatabase('2026-03-10T02-00-00Z')
    const task = copyPictures({ db, clock }, shop('two'))
    await task.run()
    expect((await last())?.problem).toBe(`There is no copy of the picture ${address} (docs/operations.md).`)
  })

  test('while pictures stand in a folder that nothing copies', async () => {
    const address = await addPicture()
    await noteDatabase('2026-03-10T02-00-00Z')
    await copyPictures({ db, clock }, shop('')).run()
    expect((await last())?.problem).toBe(`There is no copy of the picture ${address} (docs/operations.md).`)
  })
})

test('pictures in a bucket of their own count as they lie there', async () => {
  const bucket = await startS3Server('photos', bucket_keys)
  const config = shop('', { FILES: 's3', S3_BUCKET: 'photos', ...bucketSettings('S3', bucket.url) })
  const address = await addPicture()
  const task = copyPictures({ db, clock }, config)
  await noteDatabase('2026-03-10T02-00-00Z')
  await task.run()
  expect((await last())?.problem).toContain(`no copy of the picture ${address}`)
  for (const file of files()) {
    bucket.objects.set(`images/${file}`, { body: readFileSync(join(data, 'files/images', file)), type: 'image/webp' })
  }
  clock.advance(60)
  await noteDatabase('2026-03-11T02-00-00Z')
  await task.run()
  expect(await last()).toMatchObject({ good: { name: '2026-03-11T02-00-00Z' }, problem: null })
  await bucket.close()
})

test('what the shop let go of keeps its copy for as long as a database may be put back to it', async () => {
  const config = shop('three', { BACKUP_KEEP_WEEKS: '2' })
  const task = copyPictures({ db, clock }, config)
  const hourLater = async () => {
    clock.advance(3600)
    await task.run()
  }
  await addPicture()
  const old = files()
  await task.run()
  await hourLater()
  await addPicture()
  for (const file of old) rmSync(join(data, 'files/images', file))
  const stays = files()
  await task.run()
  await hourLater()
  expect(copiesIn('three')).toEqual([...old, ...stays].sort())
  clock.advance(13 * 24 * 3600)
  await hourLater()
  expect(copiesIn('three')).toEqual([...old, ...stays].sort())
  clock.advance(24 * 3600)
  await hourLater()
  expect(copiesIn('three')).toEqual(stays)
  // The shop's folder is lost, and rows still name what was in it: that stays, however long it takes.
  for (const file of stays) rmSync(join(data, 'files/images', file))
  for (const _ of [1, 2]) {
    clock.advance(60 * 24 * 3600)
    await hourLater()
  }
  expect(copiesIn('three')).toEqual(stays)
})

describe('a store of copies', () => {
  test('that is gone, or hangs in the middle, is one line, and the next look copies the rest', async () => {
    const store = await startS3Server('safe', bucket_keys)
    const line = await startHangingLine(store.url)
    const config = shop('s3://safe/shop', bucketSettings('BACKUP_S3', line.url))
    const { to } = config.backups
    const impatient = {
      ...config,
      backups: { ...config.backups, to: { ...to, disk: { ...to.disk, silence_ms: 500 } } },
    }
    const task = copyPictures({ db, clock }, impatient)
    await addPicture()
    await task.run()
    const unreached = /^Copies of pictures: s3:\/\/safe\/shop cannot be reached, or takes nothing \([^\n]+\)\.$/
    store.breakAfter(1)
    await expect(task.run()).rejects.toThrow(unreached)
    store.breakAfter(Number.POSITIVE_INFINITY)
    line.hangAfter('up', 100)
    await expect(task.run()).rejects.toThrow(unreached)
    line.mend()
    await noteDatabase('2026-03-10T02-00-00Z')
    await task.run()
    expect([...store.objects.keys()].sort()).toEqual(files().map((file) => `shop/pictures/${file}`))
    expect(await last()).toMatchObject({ good: { name: '2026-03-10T02-00-00Z' }, problem: null })
    await line.close()
    await store.close()
  })

  test.runIf(mayMount())('that is full is one line, and leaves room for the shop', async () => {
    const disk = join(root, 'small')
    mkdirSync(disk)
    mountSmallDisk(disk, 'size=2m')
    try {
      const task = copyPictures({ db, clock }, shop('small'))
      await addPicture()
      await task.run()
      await expect(task.run()).rejects.toThrow(/^Backups: the disk of \S+\/small is full: \d+ MB are free/)
      expect(readdirSync(disk)).toEqual([])
    } finally {
      execFileSync('umount', [disk])
    }
  })
})
