/**
 * `npm run second-step:end -- --email=ngozi@example.com`: takes the second step of a login away, also while the app
 * runs, for somebody who lost the phone and the backup codes. An owner takes that of another admin on /admin/team, too.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/open.ts'
import { endSecondStepByCommand } from '../domain/accounts/end-second-step.ts'
import { system_clock } from '../domain/clock.ts'
import { reactions } from '../domain/reactions.ts'
import { type Config, loadConfig } from './config.ts'
import { borrowPostgres } from './postgres/borrow.ts'
import { StartError, whyNot } from './start-error.ts'

const USAGE = 'Whose? npm run second-step:end -- --email=ngozi@example.com'

function readEmail(): string {
  try {
    const { email } = parseArgs({ options: { email: { type: 'string' } } }).values
    if (!email) throw new StartError(USAGE)
    return email
  } catch {
    throw new StartError(USAGE)
  }
}

async function endIt(config: Config, email: string): Promise<string> {
  const postgres = config.database.url ? null : await borrowPostgres(config.data_dir)
  try {
    const database = openDatabase(config.database.url ?? postgres?.url ?? '', 1)
    try {
      const announce = reactions({ public_url: config.public_url })
      const ended = await endSecondStepByCommand({ db: database.db, clock: system_clock, announce }, email)
      if (ended.ok) {
        return `The login of ${ended.value.email} has no second step now, and every device was logged out.`
      }
      throw new StartError(
        ended.reason === 'off'
          ? `The login of ${email} has no second step; nothing was done.`
          : `There is no account with the address ${email}; nothing was done.`,
      )
    } finally {
      await database.close()
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  console.log(await endIt(loadConfig(fileURLToPath(new URL('..', import.meta.url))), readEmail()))
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
