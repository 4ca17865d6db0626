import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { migrateDatabase } from '../../db/migrate.ts'

/**
 * What each release wrote, table by table, in a folder of its own that is named after the last migration of that
 * release. How one is recorded stands in CONTRIBUTING.md.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))
export const migrations_folder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

const ROWS = 'rows.json.gz'

export type Rows = Record<string, Record<string, unknown>[]>
type Journal = { entries: { tag: string; when: number }[] }
type Snapshot = {
  tables: Record<
    string,
    {
      name: string
      columns: Record<string, { name: string; type: string }>
      indexes: Record<string, { isUnique: boolean }>
      uniqueConstraints: Record<string, unknown>
      compositePrimaryKeys: Record<string, unknown>
    }
  >
}

/** The migrations there are, first to last. */
export function migrationTags(): string[] {
  return readJournal().entries.map(({ tag }) => tag)
}

/** Every release that was recorded, first to last. */
export function releases(): string[] {
  const recorded = readdirSync(folder).filter((name) => existsSync(join(folder, name, ROWS)))
  return recorded.sort()
}

export function rowsOf(release: string): Rows {
  return JSON.parse(gunzipSync(readFileSync(join(folder, release, ROWS))).toString()) as Rows
}

/** The commit whose code wrote them, and what time it was then. */
export function recordOf(release: string): { commit: string; at: Date } {
  const { commit, at } = JSON.parse(readFileSync(join(folder, release, 'release.json'), 'utf8')) as Record<
    string,
    string
  >
  return { commit: commit ?? '', at: new Date(at ?? '') }
}

/** The tables as the code of a release knows them, with the types of their columns. */
export function tablesOf(release: string): { name: string; columns: Map<string, string> }[] {
  return Object.values(snapshotOf(release).tables).map(({ name, columns }) => ({
    name,
    columns: new Map(Object.values(columns).map((column) => [column.name, column.type])),
  }))
}

/** The names of its unique indexes, its keys and its unique constraints. */
export function uniquesOf(release: string): Set<string> {
  return new Set(
    Object.values(snapshotOf(release).tables).flatMap(({ name, indexes, uniqueConstraints, compositePrimaryKeys }) => [
      `${name}_pkey`,
      ...Object.entries(indexes).flatMap(([index, { isUnique }]) => (isUnique ? [index] : [])),
      ...Object.keys(uniqueConstraints),
      ...Object.keys(compositePrimaryKeys),
    ]),
  )
}

function snapshotOf(release: string): Snapshot {
  const file = join(migrations_folder, 'meta', `${release.slice(0, 4)}_snapshot.json`)
  return JSON.parse(readFileSync(file, 'utf8')) as Snapshot
}

/** Brings an empty database to where a release left it. */
export async function migrateToRelease(url: string, release: string): Promise<void> {
  await migrateDatabase(url, { until: whenOf(release) })
}

/** When the last migration of a release was made. */
export function whenOf(release: string): number {
  const last = readJournal().entries.find(({ tag }) => tag === release)
  if (!last) throw new Error(`${release} is no migration: a release is named after its last one`)
  return last.when
}

/**
 * Leaves these rows in the database and no others, written as code does that knows these columns only; `knows` answers
 * null where it knows all of a table.
 */
export async function writeRows(db: Db, rows: Rows, knows: (table: string) => string[] | null): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    // What a migration wrote of its own was recorded with the rest.
    const tables = Object.keys(rows).map((name) => sql.identifier(name))
    await tx.execute(sql`truncate ${sql.join(tables, sql`, `)} cascade`)
    for (const [name, written] of Object.entries(rows)) {
      const table = sql.identifier(name)
      const known = knows(name) ?? Object.keys(written[0] ?? {})
      const columns = sql.join(
        known.map((column) => sql.identifier(column)),
        sql`, `,
      )
      await tx.execute(sql`insert into ${table} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(written)}::jsonb)`)
    }
  })
  await goOnCounting(db)
}

/** Ids that were used are not given again. */
async function goOnCounting(db: Db): Promise<void> {
  const { rows } = await db.execute<{ table_name: string }>(sql`
    select table_name from information_schema.columns where is_identity = 'YES' and column_name = 'id'
      and table_schema = 'public'`)
  for (const { table_name } of rows) {
    await db.execute(sql`select setval(pg_get_serial_sequence(${table_name}, 'id'),
      coalesce((select max(id) from ${sql.identifier(table_name)}), 0) + 1, false)`)
  }
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(migrations_folder, 'meta/_journal.json'), 'utf8')) as Journal
}
