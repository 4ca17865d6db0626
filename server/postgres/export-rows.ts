import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { columnsOf, type Exported, manifestIn, rowsIn } from './exported.ts'

/** How many rows are asked for at a time. */
const PORTION = 1000

/**
 * Writes every row of a database into a folder, as text that any version of PostgreSQL reads, all of one moment, also
 * while the app runs. The manifest comes last: a folder without it is no export. Throws StartError where the folder is
 * there already or the database is not the app's.
 */
export async function exportRows(url: string, folder: string, app_version: string): Promise<Exported> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const migration = await newestApplied(client)
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      throw new StartError(`${folder} is there already: name a folder that is not.`)
    })
    const tables: Exported['tables'] = {}
    for (const [name, columns] of await columnsOf(client)) {
      const names = columns.map((column) => column.name)
      const file = createWriteStream(join(folder, rowsIn(name)), { flags: 'wx', mode: 0o600 })
      const counted = { rows: 0 }
      await pipeline(Readable.from(linesOf(client, name, names, counted)), createGzip({ level: 1 }), file)
      tables[name] = { columns: names, rows: counted.rows }
    }
    const exported: Exported = { format: 1, app_version, migration, tables }
    await writeFile(join(folder, manifestIn), `${JSON.stringify(exported, null, 2)}\n`, { mode: 0o600 })
    return exported
  } finally {
    await client.end()
  }
}

/** Each row as a line: a list of its columns as text, null for what is empty. */
async function* linesOf(client: pg.Client, table: string, columns: readonly string[], counted: { rows: number }) {
  const texts = columns.map((name) => `${pg.escapeIdentifier(name)}::text`).join(', ')
  await client.query(
    `declare rows no scroll cursor for select to_json(array[${texts}])::text as row from ${pg.escapeIdentifier(table)}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${PORTION} from rows`)
    if (rows.length === 0) break
    counted.rows += rows.length
    yield `${rows.map(({ row }) => row).join('\n')}\n`
  }
  await client.query('close rows')
}

/** When the newest of its migrations was made, by which it is known. */
async function newestApplied(client: pg.Client): Promise<number> {
  const { rows: known } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  const { rows } = known[0]?.there
    ? await client.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations')
    : { rows: [] }
  if (!rows[0]?.at) throw new StartError('This database is not one of this app: nothing was written.')
  return Number(rows[0].at)
}
