/**
 * The app's own PostgreSQL, used when no DATABASE_URL is set. It lives in the data folder, answers only on 127.0.0.1
 * and on a socket in that folder, and is controlled through `pg_ctl`, so that it outlives a killed app and is found
 * again.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { checkVersion, initialise, isInitialised, runningPort, serverUrl, start, stop } from './postgres/cluster.ts'
import { lockFolder } from './postgres/lock.ts'
import { type Place, preparePlace } from './postgres/place.ts'
import { findPrograms, type Programs } from './postgres/programs.ts'
import { StartError } from './start-error.ts'

const app_database = 'chowgate'

/** How often to check that the server still runs, by its pid file and without a query. */
const WATCH_EVERY_MS = 2000

type Options = {
  readonly data_dir: string
  readonly log: (line: string) => void
  /** False for tests: quicker, and a power cut loses the data. */
  readonly durable?: boolean
  /** Without it, any free port. */
  readonly port?: number
}

export type Postgres = {
  /** The app's database, created if missing. */
  readonly url: string
  /** The database `postgres` of the same server, for making and dropping others. */
  readonly admin_url: string
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `data_dir`, or takes over the one that a killed app left running there. If its server is killed
 * later, it is started again on the same port. Throws StartError with one line when another app uses `data_dir`, or
 * PostgreSQL cannot run.
 */
export async function startPostgres(options: Options): Promise<Postgres> {
  const { data_dir, log, durable = true, port } = options
  const unlock = await lockFolder(data_dir)
  try {
    const place = await preparePlace(data_dir, log)
    const programs = findPrograms(place.account, log)
    if (!isInitialised(place)) {
      log('Preparing the database (first start only)…')
      await initialise(programs, place, durable)
    }
    checkVersion(programs, place)
    const admin_url = await run(programs, place, { log, durable, port })
    const url = await appDatabase(admin_url)
    const same_port = Number(new URL(admin_url).port)
    const watch = keepRunning(place, log, () => run(programs, place, { log, durable, port: same_port }))
    let stopping: Promise<void> | undefined
    return {
      url,
      admin_url,
      stop() {
        stopping ??= watch
          .stop()
          .then(() => stop(programs, place))
          .finally(unlock)
        return stopping
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Starts the server again whenever it is gone, and keeps trying if it cannot be started (a full disk): the reason is
 * told once, and cached pages are served meanwhile.
 */
function keepRunning(
  place: Place,
  log: (line: string) => void,
  start: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let starting: Promise<void> | undefined
  let last_said = ''
  const say = (line: string) => {
    if (line !== last_said) log(line)
    last_said = line
  }
  const startAgain = async () => {
    if (!last_said) say('The database ended unexpectedly; starting it again.')
    try {
      await start()
      last_said = ''
    } catch (error) {
      say(`${error instanceof Error ? error.message : error} It is tried again until it starts.`)
    }
  }
  const timer = setInterval(() => {
    if (starting || runningPort(place) !== null) return
    starting = startAgain().finally(() => {
      starting = undefined
    })
  }, WATCH_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await starting
    },
  }
}

/** A server left behind may still be starting or stopping: asks until one answers. Returns its address. */
async function run(
  programs: Programs,
  place: Place,
  { log, durable, port }: { log: (line: string) => void; durable: boolean; port: number | undefined },
): Promise<string> {
  const give_up_at = Date.now() + 60_000
  for (let said = false; Date.now() < give_up_at; ) {
    const found = runningPort(place)
    if (found !== null) {
      if (!said) log('The database is still running from an earlier start: taking it over.')
      said = true
      const url = serverUrl(place, found, 'postgres')
      if (await answers(url)) return url
      await sleep(100)
      continue
    }
    const chosen = port ?? (await freePort())
    const outcome = await start(programs, place, { port: chosen, durable })
    if (outcome === 'started') return serverUrl(place, chosen, 'postgres')
    if (outcome === 'still ending') await sleep(200)
    else if (port) throw new StartError(`The port ${port} for PostgreSQL is taken by another program.`)
  }
  throw new StartError(`PostgreSQL runs on ${place.folder} and does not answer; stop it, and start again.`)
}

async function answers(url: string): Promise<boolean> {
  try {
    await query(url, 'select 1')
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const cannot_connect_now = '57P03'
    const not_now = [cannot_connect_now, 'ECONNREFUSED', 'ECONNRESET', 'ENOENT']
    if (not_now.includes(String(code))) return false
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function appDatabase(admin_url: string): Promise<string> {
  const found = await query(admin_url, `select from pg_database where datname = '${app_database}'`)
  return found === 1 ? inDatabase(admin_url, app_database) : createDatabase(admin_url, app_database)
}

/**
 * Creates a database, empty or as a copy of `template`, to which nobody may be connected. Returns its address. The copy
 * is made file by file, in a third of the time that its pages take through the log.
 */
export async function createDatabase(admin_url: string, name: string, template?: string): Promise<string> {
  const copy = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`
  await query(admin_url, `create database ${pg.escapeIdentifier(name)}${copy}`)
  return inDatabase(admin_url, name)
}

/** Drops a database, ending its connections first. One that does not exist is no error. */
export async function dropDatabase(admin_url: string, name: string): Promise<void> {
  await query(admin_url, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

/** Returns the number of rows. */
async function query(url: string, sql: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A stopping server also reports that on every connection; the query's own promise already rejects.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rowCount
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.href
}
