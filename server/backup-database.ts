/**
 * `npm run backup:database`: backs up a PostgreSQL of one's own by pgBackRest and restores the copy for a trial; run by
 * the user `postgres` on the machine of the database, as deploy/systemd/chowgate-backup.service does every night.
 *
 *   --database=postgres://…   the server's socket, as a superuser (postgres, without a password)
 *   --stanza=chowgate         what pgBackRest calls it
 *   --config=FILE             pgBackRest's configuration, where it is not in its usual place
 *   --room=FOLDER             with room for the copy that is restored (/var/lib/postgresql)
 */
import { parseArgs } from 'node:util'
import { system_clock } from '../domain/clock.ts'
import { backUpStanza } from './backup/back-up-stanza.ts'
import { whyNot } from './start-error.ts'

async function backUp(): Promise<string> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'postgres://postgres@localhost/chowgate?host=/var/run/postgresql' },
      stanza: { type: 'string', default: 'chowgate' },
      config: { type: 'string' },
      room: { type: 'string', default: '/var/lib/postgresql' },
    },
  })
  const { database: database_url, ...how } = values
  const made = await backUpStanza({ ...how, database_url, clock: system_clock })
  if (!made) return 'This machine has the standby: the backup is made where the primary is.'
  const { backup, pictures, seconds } = made
  const size = `${(backup.bytes / 1e6).toFixed(1)} MB`
  return (
    `Backup ${backup.label}: ${backup.is_full ? 'the whole database' : 'what changed'}, ${size}. Restored for a ` +
    `trial: every kobo is where it belongs. The app looks after its ${pictures} pictures. ${Math.round(seconds)} s.`
  )
}

try {
  console.log(await backUp())
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
