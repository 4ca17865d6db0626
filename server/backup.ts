/**
 * `npm run backup`: backs up the app's own database and its pictures, also while the app runs, and restores the copy
 * for a trial. Ends with 1 and one line where there is no good backup. The worker runs it every night (BACKUP_TO).
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { system_clock } from '../domain/clock.ts'
import { makeBackup } from './backup/make-backup.ts'
import { loadConfig } from './config.ts'
import { isOwnDatabase } from './postgres/borrow.ts'
import { StartError, whyNot } from './start-error.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

async function backUp(): Promise<void> {
  const { values } = parseArgs({ options: { name: { type: 'string' } } })
  const config = loadConfig(folder)
  // The parts of the app are told where its own database is, and so is what they start.
  if (config.database.url && !isOwnDatabase(config.data_dir, config.database.url)) {
    throw new StartError(
      'DATABASE_URL: your own PostgreSQL is backed up by npm run backup:database, on its machine (docs/operations.md).',
    )
  }
  // Whatever it started, a database of its own among it, ends before this process does, however often it is told to.
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const began_ms = performance.now()
  const made = await makeBackup(config, {
    clock: system_clock,
    app_version: version,
    name: values.name,
    signal: ending.signal,
  })
  const seconds = Math.round((performance.now() - began_ms) / 1000)
  const size = `${(made.bytes / 1e6).toFixed(1)} MB`
  console.log(
    `Backup ${made.name}: the database and ${made.manifest.pictures} files of pictures, ${size} in ${made.place}. ` +
      `Restored for a trial: everything is there. ${seconds} s.`,
  )
  if (made.removed.length > 0) console.log(`No longer kept: ${made.removed.join(', ')}.`)
  if (config.backups.hour === null) {
    console.log('It lies on the disk of the database: set BACKUP_TO to another place, and it is made every night.')
  }
}

try {
  await backUp()
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
