/**
 * `npm run backup:note -- --place="snapshots of the provider"`: tells the app that somebody else has just made a good
 * backup of a database in DATABASE_URL, for those who do not use pgBackRest. The app then looks at the pictures, and
 * counts it.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/open.ts'
import { backupName } from '../domain/backups/claim-nightly.ts'
import { noteBegun, noteRestored } from '../domain/backups/note-backup.ts'
import { system_clock } from '../domain/clock.ts'
import { loadConfig } from './config.ts'
import { StartError, whyNot } from './start-error.ts'

async function note(): Promise<string> {
  const { values } = parseArgs({ options: { place: { type: 'string' } } })
  const { place } = values
  if (!place) throw new StartError('Where does it lie? npm run backup:note -- --place="snapshots of the provider"')
  const { url } = loadConfig(fileURLToPath(new URL('..', import.meta.url))).database
  if (!url) throw new StartError("DATABASE_URL is missing: the app's own database is backed up by npm run backup.")
  const database = openDatabase(url, 1)
  try {
    const begun_at = system_clock.now()
    const name = backupName(begun_at)
    await noteBegun(database.db, { name, place: place.slice(0, 200), begun_at })
    await noteRestored(database.db, { name, restored_at: begun_at, bytes: null })
    return `Noted ${name} (${place.slice(0, 200)}). It counts once the app has looked at the pictures.`
  } finally {
    await database.close()
  }
}

try {
  console.log(await note())
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
