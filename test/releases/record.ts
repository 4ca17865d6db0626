/**
 * `node test/releases/record.ts`: fills a database as this version of the code does, and writes down every row of it
 * for the tests of later ones (CONTRIBUTING.md, "To migrate"), with the commit that it is of.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { startPostgres } from '../../server/postgres.ts'
import { createWorld } from '../world.ts'
import { emptyTables, fillRelease } from './fill.ts'
import { migrationTags, type Rows } from './released.ts'

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const data_dir = mkdtempSync(join(tmpdir(), 'chowgate-release-'))
// PostgreSQL's own user has to get in.
chmodSync(data_dir, 0o755)
const postgres = await startPostgres({ data_dir, log: () => {}, durable: false })
try {
  await migrateDatabase(postgres.url)
  const database = { ...openDatabase(postgres.url, 10), url: postgres.url }
  const world = await createWorld({ time_scale: 1000 }, database)
  await fillRelease(world)
  const rows = await everyRow(database.db)
  const folder = fileURLToPath(new URL(`${migrationTags().at(-1)}/`, import.meta.url))
  mkdirSync(folder)
  writeFileSync(`${folder}rows.json.gz`, gzipSync(JSON.stringify(rows), { level: 9 }))
  writeFileSync(`${folder}release.json`, `${JSON.stringify({ commit, at: world.clock.now() }, null, 2)}\n`)
  console.log(`Recorded in ${folder}, of ${commit}.`)
  console.log(`Nothing is in: ${(await emptyTables(database.db)).join(', ')}`)
  await world.close()
} finally {
  await postgres.stop()
  rmSync(data_dir, { recursive: true, force: true })
}

/** Only rows that tests have made: they are published with the code. */
async function everyRow(db: Db): Promise<Rows> {
  const tables = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
  const rows: Rows = {}
  for (const { name } of tables.rows) {
    const found = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by to_jsonb(t)::text`,
    )
    if (found.rows.length > 0) rows[name] = found.rows.map(({ row }) => row)
  }
  return rows
}
