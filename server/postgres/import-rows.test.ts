import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/handle.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { DEBIAN_POSTGRES, startDebianPostgres } from '../../test/debian-postgres.ts'
import { migrateToRelease, releases, rowsOf, writeRows } from '../../test/releases/released.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { exportRows } from './export-rows.ts'
import { importRows, readExport } from './import-rows.ts'
import { replaceOwnDatabase } from './replace.ts'

const root = mkdtempSync(join(tmpdir(), 'chowgate-export-'))
// PostgreSQL's user has to get in when the tests run as root.
chmodSync(root, 0o755)
const release = releases().at(-1) ?? ''
const folder = join(root, 'export')
let source: TestDatabase

/** A database as the newest recorded release left it, with what is hard to write down beside its rows. */
beforeAll(async () => {
  source = await createTestDatabase(4, 'template1')
  await migrateToRelease(source.url, release)
  await writeRows(source.db, rowsOf(release), () => null)
  await source.db.execute(sql`insert into settings (key, value, updated_at) values
    ('hard', ${JSON.stringify({ a: null, quoted: '"\\\n\t ₦', n: 1.5e-7 })}, '2026-01-01 00:00:00.123456+00'),
    ('null', 'null', 'infinity')`)
  await exportRows(source.url, folder, '0.0.9')
}, 120_000)
afterAll(async () => {
  await source.close()
  rmSync(root, { recursive: true, force: true })
})

/** Every row of every table, as PostgreSQL itself writes them. */
async function everything(db: Db): Promise<Record<string, unknown>> {
  const tables = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const all: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t`)
    all[name] = rows.map(({ row }) => row).sort()
  }
  return all
}

async function emptyDatabase(): Promise<TestDatabase> {
  return createTestDatabase(4, 'template1')
}

test('what was exported comes back to the letter and counts on; the next start brings it up to date', async () => {
  const target = await emptyDatabase()
  await importRows(target.url, folder, await readExport(folder))
  expect(await everything(target.db)).toEqual(await everything(source.db))
  await migrateDatabase(target.url)
  expect(await findViolations(target.db)).toEqual([])
  // Keys and triggers are there again.
  await expect(target.db.execute(sql`delete from audit_log`)).rejects.toThrow()
  await expect(target.db.execute(sql`update orders set checkout_id = gen_random_uuid()`)).rejects.toThrow()
  await target.close()
})

describe('nothing is left of an import', () => {
  test('of a damaged export', async () => {
    const target = await emptyDatabase()
    const exported = await readExport(folder)
    const file = join(folder, 'audit_log.ndjson.gz')
    const bytes = readFileSync(file)
    const [first = ''] = gunzipSync(bytes).toString().split('\n')
    writeFileSync(file, gzipSync(`${first}\n`))
    await expect(importRows(target.url, folder, exported)).rejects.toThrow(
      /^The export is damaged: of \d+ rows of audit_log 1 are there\.$/,
    )
    writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    await expect(importRows(target.url, folder, exported)).rejects.toThrow()
    writeFileSync(file, bytes)
    expect(await target.db.execute(sql`select from orders`)).toMatchObject({ rowCount: 0 })
    await target.close()
  })

  test('into a database that is not empty, of no export, or of a newer version', async () => {
    await expect(importRows(source.url, folder, await readExport(folder))).rejects.toThrow('The database is not empty')
    await expect(readExport(root)).rejects.toThrow('There is no whole export in')
    const exported = await readExport(folder)
    const newer = join(root, 'newer')
    await exportRows(source.url, newer, '0.0.9')
    writeFileSync(join(newer, 'manifest.json'), JSON.stringify({ ...exported, migration: Number.MAX_SAFE_INTEGER }))
    await expect(readExport(newer)).rejects.toThrow('was made by a newer version of the app')
    await expect(exportRows(source.url, folder, '0.0.9')).rejects.toThrow('is there already')
  })
})

test('the app’s own database is replaced by one of another version, and comes back where that fails', {
  timeout: 300_000,
}, async () => {
  const data_dir = join(root, 'data')
  const own = await startPostgres({ data_dir, log: () => {}, durable: false })
  await migrateDatabase(own.url)
  const out = join(root, 'own')
  await exportRows(own.url, out, '0.0.9')
  const now = new Date('2026-03-10T02:00:00Z')
  const fill = async (url: string) => importRows(url, out, await readExport(out))
  await expect(replaceOwnDatabase(data_dir, { over: true, now }, fill)).rejects.toThrow('is using')
  await own.stop()
  await expect(replaceOwnDatabase(data_dir, { over: false, now }, fill)).rejects.toThrow('with --over it is set aside')

  // As the next version of the app finds it, whose PostgreSQL does not read these files.
  const version = join(data_dir, 'postgres/cluster/PG_VERSION')
  writeFileSync(version, '17\n')
  await expect(startPostgres({ data_dir, log: () => {} })).rejects.toThrow(
    /was made by PostgreSQL 17, this app brings 18\S+: export it with the old version of the app, and import it/,
  )
  const fails = () => Promise.reject(new Error('the disk is full'))
  await expect(replaceOwnDatabase(data_dir, { over: false, now }, fails)).rejects.toThrow('the disk is full')
  expect(readFileSync(version, 'utf8')).toBe('17\n')
  const aside = await replaceOwnDatabase(data_dir, { over: false, now }, fill)
  expect(readFileSync(join(aside ?? '', 'cluster/PG_VERSION'), 'utf8')).toBe('17\n')
  expect(existsSync(join(aside ?? '', 'password'))).toBe(true)
  expect(readdirSync(join(data_dir, 'postgres')).sort()).toContain('cluster')
  const again = await startPostgres({ data_dir, log: () => {}, durable: false })
  await migrateDatabase(again.url)
  await again.stop()
})

test.runIf(existsSync(join(DEBIAN_POSTGRES, 'initdb')))(
  'an older PostgreSQL takes what a newer one wrote',
  async () => {
    const debians = await startDebianPostgres(DEBIAN_POSTGRES)
    const url = await createDatabase(debians.admin_url, 'imported')
    await importRows(url, folder, await readExport(folder))
    const target = openDatabase(url, 2)
    expect(await everything(target.db)).toEqual(await everything(source.db))
    await target.close()
    await debians.stop()
  },
  300_000,
)
