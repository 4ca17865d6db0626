/**
 * `npm run database:import -- FOLDER [--over]`: makes a database out of what `npm run database:export` wrote: in
 * DATABASE_URL, where that is empty, or else the app's own, in place of the one that another version of PostgreSQL made
 * (with `--over` any), which is set aside. The app must not run.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { system_clock } from '../domain/clock.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { loadConfig } from './config.ts'
import { importRows, readExport } from './postgres/import-rows.ts'
import { replaceOwnDatabase } from './postgres/replace.ts'
import { StartError, whyNot } from './start-error.ts'

async function importDatabase(): Promise<string[]> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { over: { type: 'boolean', default: false } },
  })
  const [from] = positionals
  if (!from) throw new StartError('Out of which folder? npm run database:import -- FOLDER')
  const folder = resolve(from)
  const config = loadConfig(fileURLToPath(new URL('..', import.meta.url)))
  const exported = await readExport(folder)
  let violations = 0
  const fill = async (url: string) => {
    await importRows(url, folder, exported)
    await migrateDatabase(url)
    violations = await countViolations(url)
  }
  const aside = config.database.url
    ? await fill(config.database.url).then(() => null)
    : await replaceOwnDatabase(config.data_dir, { over: values.over, now: system_clock.now() }, fill)
  const rows = Object.values(exported.tables).reduce((sum, table) => sum + table.rows, 0)
  return [
    `Imported ${rows} rows of ${Object.keys(exported.tables).length} tables.`,
    ...(violations > 0
      ? [`${violations} money invariants are broken, as they were: npm run ledger:check says which.`]
      : []),
    ...(aside ? [`What was there stands in ${aside}: remove it when you no longer need it.`] : []),
    'Start it with: npm start',
  ]
}

async function countViolations(url: string): Promise<number> {
  const database = openDatabase(url, 2)
  try {
    return (await findViolations(database.db)).length
  } finally {
    await database.close()
  }
}

try {
  for (const line of await importDatabase()) console.log(line)
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
