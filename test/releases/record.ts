/**
 * `node test/releases/record.ts postgres://…` writes down every row of a database that this release filled, for the
 * tests of later ones (CONTRIBUTING.md, "To migrate"). Only rows that tests have made: they are published with the
 * code.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../db/open.ts'
import { migrationTags, type Rows } from './released.ts'

const [url] = process.argv.slice(2)
if (!url) throw new Error('Which database? node test/releases/record.ts postgres://…')

const database = openDatabase(url, 1)
const tables = await database.db.execute<{ name: string }>(sql`
  select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
const rows: Rows = {}
for (const { name } of tables.rows) {
  const found = await database.db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by to_jsonb(t)::text`,
  )
  if (found.rows.length > 0) rows[name] = found.rows.map(({ row }) => row)
}
await database.close()

const folder = fileURLToPath(new URL(`${migrationTags().at(-1)}/`, import.meta.url))
mkdirSync(folder)
writeFileSync(`${folder}rows.json`, `${JSON.stringify(rows, null, 2)}\n`)
console.log(`Recorded in ${folder}`)
