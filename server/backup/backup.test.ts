import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestMigration } from '../../db/migrate.ts'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { namedPictures } from '../../domain/backups/named-pictures.ts'
import { registration_drafts } from '../../domain/catalog/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { menuOf, openShop, SHOPKEEPER, type Shop } from '../../test/backed-up-shop.ts'
import { makeBackup } from './make-backup.ts'
import { findBackups, readManifest } from './manifest.ts'
import { openBackupStore } from './store.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  // A draft holds what somebody sent, right or wrong.
  await shop.database.db.insert(registration_drafts).values({
    user_id: SHOPKEEPER,
    fields: { profile_photo: `/images/${'x'.repeat(900)}` },
    updated_at: shop.clock.now(),
  })
}, 300_000)
afterAll(() => shop.close())

const found = async () => findBackups(await openBackupStore(shop.config().backups.to))
/** For tests of what is done with a backup, whichever that is: one that is made takes seconds of a core. */
const newestGood = async () => (await found()).findLast(({ is_good }) => is_good)?.name ?? ''

test('a copy made while orders are written is restored with every commit of before its end', {
  timeout: 300_000,
}, async () => {
  let written = 0
  let is_over = false
  const writing = (async () => {
    while (!is_over) {
      await shop.database.db.execute(sql`insert into settings (key, value) values (${`row ${written}`}, '1')`)
      written++
    }
  })()
  const before = written
  const made = await shop.backUp()
  is_over = true
  await writing
  expect(made.manifest).toMatchObject({ app_version: '0.1.0', migration: newestMigration(), pictures: 9 })
  await shop.restore(shop.config('backups', 'restored'))
  await shop.opened('restored', async (found) => {
    expect(await menuOf(found)).toEqual([{ name: 'Amala' }])
    const { rows } = await found.db.execute<{ keys: number; last: number }>(
      sql`select count(*)::int as keys, max(substr(key, 5)::int) as last from settings where key like 'row %'`,
    )
    // Commits are there in their sequence, without a hole.
    expect(rows[0]?.keys).toBe((rows[0]?.last ?? 0) + 1)
    expect(rows[0]?.keys).toBeGreaterThanOrEqual(before)
    expect(rows[0]?.keys).toBeLessThanOrEqual(written)
    expect(await findViolations(found.db)).toEqual([])
    for (const named of await namedPictures(found.db))
      expect(existsSync(join(shop.root, 'restored/files', named))).toBe(true)
  })
  expect(existsSync(join(shop.root, 'data/backup-trial'))).toBe(false)
  expect(await lastBackups(shop.database.db, shop.clock.now())).toMatchObject({
    good: { name: made.name },
    problem: null,
  })
})

test('the parts are what everybody’s tar unpacks to a data folder', { timeout: 300_000 }, async () => {
  const name = await newestGood()
  const folder = join(shop.root, 'by-hand')
  mkdirSync(folder)
  execFileSync('/bin/sh', ['-c', 'cat "$0"/part-* | tar xz -C "$1"', join(shop.root, 'backups', name), folder])
  expect(readdirSync(folder).sort()).toEqual(['files', 'postgres', 'session-secret', 'vapid-private-key'])
  expect(readFileSync(join(folder, 'postgres/cluster/backup_label'), 'utf8')).toContain('LABEL: chowgate')
})

test('where a picture that a row names is gone, it does not count and says so', { timeout: 300_000 }, async () => {
  const file = join(shop.root, 'data/files', shop.address)
  const bytes = readFileSync(file)
  rmSync(file)
  const wrong = `does not count, since something is wrong in it: no picture ${shop.address}.`
  await expect(shop.backUp()).rejects.toThrow(wrong)
  await expect(shop.backUp()).rejects.toThrow(wrong)
  // Only the newest stays to be looked into.
  expect((await found()).filter(({ is_good }) => !is_good)).toHaveLength(1)
  writeFileSync(file, bytes)
  const last = await lastBackups(shop.database.db, shop.clock.now())
  expect(last?.problem).toContain(`no picture ${shop.address}`)
  const { name } = await shop.backUp()
  expect((await lastBackups(shop.database.db, shop.clock.now()))?.good?.name).toBe(name)
})

test('told to stop, it ends with what it started, and does not count', { timeout: 300_000 }, async () => {
  shop.clock.advance(3600)
  const before = await found()
  const stop = new AbortController()
  const making = makeBackup(shop.config(), { clock: shop.clock, app_version: '0.1.0', signal: stop.signal })
  const stopped = expect(making).rejects.toThrow('stopped before it was done')
  await expect.poll(() => existsSync(join(shop.root, 'data/backup-trial')), { timeout: 60_000 }).toBe(true)
  stop.abort()
  await stopped
  expect(existsSync(join(shop.root, 'data/backup-trial'))).toBe(false)
  expect((await found()).filter(({ is_good }) => is_good)).toEqual(before.filter(({ is_good }) => is_good))
})

test('one at a time: the second is refused, and the first comes to its end and clears what a killed one left', {
  timeout: 300_000,
}, async () => {
  const killed = '2026-01-01T00-00-00Z'
  mkdirSync(join(shop.root, 'backups', killed), { recursive: true })
  writeFileSync(join(shop.root, 'backups', killed, 'part-00001'), 'half')
  const [first, second] = await Promise.allSettled([shop.backUp(), shop.backUp()])
  const refused = [first, second].flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refused).toEqual([expect.stringMatching(/Another backup is just being made \(process \d+\): wait for it\.$/)])
  const made = [first, second].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toMatchObject([{ manifest: { pictures: 9 } }])
  expect((await found()).map(({ name }) => name)).not.toContain(killed)
})

test('is not restored over an app that runs, nor over a database without --over', { timeout: 300_000 }, async () => {
  await expect(shop.restore(shop.config(), { over: true })).rejects.toThrow(`(process ${process.pid}) is using`)
  await shop.restore(shop.config('backups', 'twice'))
  await expect(shop.restore(shop.config('backups', 'twice'))).rejects.toThrow(
    'with --over it is set aside, and nothing was done.',
  )
  const { aside } = await shop.restore(shop.config('backups', 'twice'), { over: true })
  expect(existsSync(join(aside ?? '', 'postgres'))).toBe(true)
  expect(await shop.opened('twice', menuOf)).toEqual([{ name: 'Amala' }])
})

test('a version that was rolled back backs up what a newer one has brought further, and restores it', {
  timeout: 300_000,
}, async () => {
  const { db } = shop.database
  const when = newestMigration().when
  const applied = sql`drizzle.__drizzle_migrations`
  await db.execute(sql`insert into ${applied} (hash, created_at) values ('of a newer version', ${when + 1})`)
  const { manifest } = await shop.backUp(shop.config('further'))
  expect(manifest.migration).toEqual(newestMigration())
  await shop.restore(shop.config('further', 'rolled-back'))
  await shop.opened('rolled-back', async (found) => {
    expect(await menuOf(found)).toEqual([{ name: 'Amala' }])
    const { rows } = await found.db.execute(sql`select max(created_at)::float8 as at from ${applied}`)
    expect(rows).toEqual([{ at: when + 1 }])
  })
  await db.execute(sql`delete from ${applied} where created_at > ${when}`)
})

test('a database of an older version is not backed up by a newer one', async () => {
  const { db } = shop.database
  const when = newestMigration().when
  const applied = sql`drizzle.__drizzle_migrations`
  await db.execute(sql`update ${applied} set created_at = ${when - 1} where created_at = ${when}`)
  try {
    await expect(shop.backUp(shop.config('older'))).rejects.toThrow('The database is of an older version of the app')
  } finally {
    await db.execute(sql`update ${applied} set created_at = ${when} where created_at = ${when - 1}`)
  }
})

test('a damaged one, or one of a newer version, is refused before anything is touched', {
  timeout: 300_000,
}, async () => {
  const name = await newestGood()
  cpSync(join(shop.root, 'backups', name), join(shop.root, 'damaged', name), { recursive: true })
  const manifest = await readManifest(await openBackupStore(shop.config('damaged').backups.to), name)
  const to = shop.config('damaged', 'untouched')
  const folder = join(shop.root, 'damaged', name)
  const part = join(folder, 'part-00001')
  const refusal = async (how = {}) => {
    const error: unknown = await shop.restore(to, { name, ...how }).catch((reason: unknown) => reason)
    expect(existsSync(join(shop.root, 'untouched/postgres'))).toBe(false)
    expect(existsSync(join(shop.root, 'untouched/restore-draft'))).toBe(false)
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
