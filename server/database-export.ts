/**
 * `npm run database:export -- FOLDER`: writes every row of the database into a new folder, as text that every version
 * of PostgreSQL reads; to be imported by `npm run database:import`. Pictures stay where they are.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadConfig } from './config.ts'
import { borrowPostgres } from './postgres/borrow.ts'
import { exportRows } from './postgres/export-rows.ts'
import { StartError, whyNot } from './start-error.ts'

async function exportDatabase(): Promise<string> {
  const [to] = parseArgs({ allowPositionals: true }).positionals
  if (!to) throw new StartError('Into which folder? npm run database:export -- FOLDER')
  const folder = resolve(to)
  const config = loadConfig(fileURLToPath(new URL('..', import.meta.url)))
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const postgres = config.database.url ? null : await borrowPostgres(config.data_dir)
  try {
    const { tables } = await exportRows(config.database.url ?? postgres?.url ?? '', folder, version)
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    return `${rows} rows of ${Object.keys(tables).length} tables are in ${folder}. Whoever reads it reads everything.`
  } finally {
    await postgres?.stop()
  }
}

try {
  console.log(await exportDatabase())
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
