import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { migrateDatabase } from './migrate.ts'

const released = fileURLToPath(new URL('./migrations', import.meta.url))

/** The migrations, and one more that runs `statements`. */
function migrationsWith(tag: string, statements: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-migrations-'))
  cpSync(released, folder, { recursive: true })
  writeFileSync(join(folder, `${tag}.sql`), statements)
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  writeFileSync(file, JSON.stringify(journal))
  return folder
}

test('each migration is newer than the one before, and none lies ahead of the clock', () => {
  // The migrator silently skips entries that are older than the last one it ran.
  const { entries } = JSON.parse(readFileSync(join(released, 'meta/_journal.json'), 'utf8'))
  const times: number[] = entries.map(({ when }: { when: number }) => when)
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
  expect(times.at(-1)).toBeLessThan(Date.now())
})

test('a migration that fails is named in one line, and leaves the data as they were', async () => {
  const database = await createTestDatabase()
  const folder = migrationsWith(
    '9999_never-works',
    'create table half_done (id int);\n--> statement-breakpoint\nselect 1 / 0 as never;',
  )
  try {
    await expect(migrateDatabase(database.url, { folder })).rejects.toThrow(
      /^The database could not be brought up to date: 9999_never-works failed \(division by zero\)\. [^\n]+$/,
    )
    const { rows } = await database.db.execute(sql`select to_regclass('half_done') as made`)
    expect(rows).toEqual([{ made: null }])
    await migrateDatabase(database.url)
  } finally {
    rmSync(folder, { recursive: true })
    await database.close()
  }
})

test('a database that a newer version has brought further is left as it is, and taken', async () => {
  const database = await createTestDatabase()
  const folder = migrationsWith('9997_of-a-newer-version', 'alter table vendors add column motto text;')
  try {
    await migrateDatabase(database.url, { folder })
    const applied = async () =>
      (await database.db.execute(sql`select * from drizzle.__drizzle_migrations order by created_at`)).rows
    const before = await applied()
    await migrateDatabase(database.url)
    expect(await applied()).toEqual(before)
    const { rows } = await database.db.execute(sql`select motto from vendors`)
    expect(rows).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
    await database.close()
  }
})

test('a migration lets those by who use its table, and comes again', async () => {
  const database = await createTestDatabase()
  const folder = migrationsWith('9998_alters-vendors', 'alter table vendors add column motto text;')
  const waiting = () =>
    database.db.execute(sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        and query like 'alter table vendors%'`)
  try {
    const { comes_again } = await database.db.transaction(async (reader) => {
      await reader.execute(sql`select count(*) from vendors`)
      await expect(migrateDatabase(database.url, { folder, lock_tries: 1 })).rejects.toThrow(
        /9998_alters-vendors failed \(canceling statement due to lock timeout\)\. Its data are as they were\.$/,
      )
      const said: string[] = []
      const comes_again = migrateDatabase(database.url, { folder, say: (line) => said.push(line) })
      await expect.poll(async () => (await waiting()).rows).toHaveLength(1)
      // Whoever reads it meanwhile waits behind the migration, and gets on while it rests.
      await database.db.execute(sql`select count(*) from vendors`)
      await expect.poll(() => said).toEqual([expect.stringContaining('as soon as a table is free')])
      return { comes_again }
    })
    await comes_again
    const { rows } = await database.db.execute(sql`select motto from vendors`)
    expect(rows).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
    await database.close()
  }
})

test('a migration that meets somebody half way, so that both wait for the other, comes again', async () => {
  const database = await createTestDatabase()
  const statements = 'create index vendors_by_motto on vendors (name);\n--> statement-breakpoint\n'
  const folder = migrationsWith('9997_two-tables', `${statements}alter table settings add column motto text;`)
  const waiting = (query: string) =>
    database.db.execute(sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        and query like ${`%${query}%`}`)
  try {
    const { comes_again } = await database.db.transaction(async (other) => {
      // Whoever finds the knot first is ended. That is the migration, also where this test hears late that it waits.
      await other.execute(sql`set local deadlock_timeout = '1min'`)
      await other.execute(sql`select count(*) from settings`)
      const comes_again = migrateDatabase(database.url, { folder })
      await expect.poll(async () => (await waiting('alter table settings')).rows).toHaveLength(1)
      await other.execute(sql`lock table vendors in row exclusive mode`)
      return { comes_again }
    })
    await comes_again
    const { rows } = await database.db.execute(sql`select motto from settings`)
    expect(rows).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
    await database.close()
  }
})

test('data from before the first release are told as what they are, and stay', async () => {
  const database = await createTestDatabase(1, 'template1')
  try {
    await database.db.execute(sql`create table vendors (name text)`)
    await expect(migrateDatabase(database.url)).rejects.toThrow(
      /0000_baseline failed \([^)]*already exists\)\. Its data are as they were\. They are older than the first release/,
    )
  } finally {
    await database.close()
  }
})

test.each(['127.0.0.1', 'localhost'])('a database that is out of reach at %s is one line', async (host) => {
  const refused = migrateDatabase(`postgres://chowgate:secret@${host}:1/chowgate`)
  await expect(refused).rejects.toThrow(
    new RegExp(`^DATABASE_URL: the database at ${host}:1 does not let us in \\([^\\n]*ECONNREFUSED[^\\n]*\\)\\.$`),
  )
})

test('a PostgreSQL that is too old is one line, before anything is tried', async () => {
  const database = await createTestDatabase(1, 'template1')
  try {
    await expect(migrateDatabase(database.url, { folder: released, oldest: 99 })).rejects.toThrow(
      /^DATABASE_URL: the database at 127\.0\.0\.1:\d+ is PostgreSQL \d\d: the app needs 99 or newer\.$/,
    )
    const { rows } = await database.db.execute(sql`select to_regclass('vendors') as made`)
    expect(rows).toEqual([{ made: null }])
  } finally {
    await database.close()
  }
})
