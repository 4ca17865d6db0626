import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { migrateDatabase, newestMigration } from '../../db/migrate.ts'
import { StartError } from '../start-error.ts'
import { type Column, columnsOf, type Exported, exported_form, manifestIn, rowsIn } from './exported.ts'

const PORTION = 500

/** Reads what an export says of itself. Throws StartError where there is none, or it is of a newer version. */
export async function readExport(folder: string): Promise<Exported> {
  const text = await readFile(join(folder, manifestIn), 'utf8').catch(() => null)
  const read = exported_form.safeParse(text && parse(text))
  if (!read.success) throw new StartError(`There is no whole export in ${folder}: nothing was done.`)
  if (read.data.migration > newestMigration().when) {
    throw new StartError(`The export in ${folder} was made by a newer version of the app: install that one.`)
  }
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Fills an empty database with the rows of an export, all in one transaction, and leaves it where the version that made
 * the export had it: the next start brings it up to date. Needs no more rights than the app has. Throws StartError
 * where the database is not empty, or the export is damaged; then it is as empty as it was.
 */
export async function importRows(url: string, folder: string, { tables, migration }: Exported): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireEmpty(client)
    await migrateDatabase(url, { until: migration })
    await client.query('begin')
    const known = await columnsOf(client)
    const withKeys = await withoutKeys(client)
    for (const table of known.keys()) await client.query(`alter table ${quoted(table)} disable trigger user`)
    // What the migrations wrote of their own was exported with the rest.
    await client.query(`truncate ${[...known.keys()].map(quoted).join(', ')}`)
    for (const [table, columns] of known) {
      const written = tables[table]
      if (written) await fill(client, folder, table, { columns, written })
    }
    for (const table of known.keys()) await client.query(`alter table ${quoted(table)} enable trigger user`)
    await withKeys()
    await goOnCounting(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const quoted = (name: string) => pg.escapeIdentifier(name)

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace
    and relkind = 'r'`)
  if (rowCount) throw new StartError('The database is not empty: name one that is, and nothing was done.')
}

/** Rows come table by table, so foreign keys wait until all are there. Answers what makes them again and checks. */
async function withoutKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`)
  for (const { table, name } of rows) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  }
  return async () => {
    for (const { table, name, definition } of rows) {
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
    }
  }
}

async function fill(
  client: pg.Client,
  folder: string,
  table: string,
  { columns, written }: { columns: readonly Column[]; written: Exported['tables'][string] },
): Promise<void> {
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const values = written.columns.map((name, at) => `(row->>${at})::${types.get(name) ?? 'text'}`)
  const insert = `insert into ${quoted(table)} (${written.columns.map(quoted).join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) row`
  let count = 0
  const put = async (lines: readonly string[]) => {
    if (lines.length === 0) return
    await client.query(insert, [`[${lines.join(',')}]`])
    count += lines.length
  }
  let lines: string[] = []
  const unpacked = createReadStream(join(folder, rowsIn(table))).pipe(createGunzip())
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(line)
    if (lines.length < PORTION) continue
    await put(lines)
    lines = []
  }
  await put(lines)
  if (count !== written.rows) {
    throw new StartError(`The export is damaged: of ${written.rows} rows of ${table} ${count} are there.`)
  }
}

/** Ids that were used are not given again. */
async function goOnCounting(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where is_identity = 'YES' and table_schema = 'public'`)
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), 
        coalesce((select max(${quoted(column)}) from ${quoted(table)}), 0) + 1, false)`,
      [quoted(table), column],
    )
  }
}
