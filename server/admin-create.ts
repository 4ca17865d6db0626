/**
 * `npm run admin:create`: makes an admin, also while the app runs. Asks for what is not given:
 *
 *   --email=ngozi@example.com  --name=Ngozi
 *   --link    prints a link by which the person chooses the password, instead of asking for one
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { passwords } from '../adapters/accounts/passwords.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { makeAdmin } from '../domain/accounts/make-admin.ts'
import { formatCampusDateTime, system_clock } from '../domain/clock.ts'
import { reactions } from '../domain/reactions.ts'
import { askPerson } from './ask-person.ts'
import { type Config, loadConfig } from './config.ts'
import { borrowPostgres } from './postgres/borrow.ts'
import { StartError, whyNot } from './start-error.ts'

type Wish = { email: string; name: string; password?: string }

/** What the command line gives, and the rest from the terminal. */
async function readWish(): Promise<Wish> {
  const { values } = readArguments()
  const { email, name, link } = values
  if (email && name && link) return { email, name }
  if (!process.stdin.isTTY) {
    throw new StartError('There is no terminal to ask on: give --email=, --name= and --link.')
  }
  const person = askPerson()
  try {
    const wish = {
      email: email ?? (await person.ask('Email: ')),
      name: name ?? (await person.ask('Name: ')),
    }
    if (link) return wish
    const password = await person.askSecret('Password (at least 8 characters, it does not show): ')
    const repeated = await person.askSecret('The same again: ')
    if (password !== repeated) throw new StartError('The passwords do not match; nothing was done.')
    return { ...wish, password }
  } finally {
    person.close()
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: { email: { type: 'string' }, name: { type: 'string' }, link: { type: 'boolean' } },
    })
  } catch {
    throw new StartError('The options are --email=, --name= and --link.')
  }
}

async function createAdmin(config: Config, wish: Wish): Promise<string[]> {
  const postgres = config.database.url ? null : await borrowPostgres(config.data_dir)
  try {
    const url = config.database.url ?? postgres?.url ?? ''
    await migrateDatabase(url)
    const database = openDatabase(url, 2)
    try {
      const announce = reactions({ public_url: config.public_url })
      const made = await makeAdmin({ db: database.db, clock: system_clock, passwords, announce }, wish)
      if (!made.ok && made.reason === 'fields') throw new StartError(Object.values(made.details).join('\n'))
      if (!made.ok) {
        throw new StartError(
          `${wish.email.trim()} has an account already, and it stays as it is. Please use another address.`,
        )
      }
      const { email, link } = made.value
      if (!link) return [`${email} is an admin now and can log in at ${config.public_url}/login`]
      return [
        `${email} is an admin now. This link chooses the password, once, until ` +
          `${formatCampusDateTime(link.expires_at)}:`,
        `${config.public_url}/update-password?token=${link.token}`,
      ]
    } finally {
      await database.close()
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  const config = loadConfig(fileURLToPath(new URL('..', import.meta.url)))
  for (const line of await createAdmin(config, await readWish())) console.log(line)
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
