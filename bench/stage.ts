import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrateDatabase } from '../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { startPostgres } from '../server/postgres.ts'
import { type ArchivedPostgres, startArchivedPostgres } from '../test/archived-postgres.ts'
import { freePort } from '../test/free-port.ts'
import { type Campus, fillCampus } from './campus.ts'
import { childrenOf, commandOf } from './processor-time.ts'
import { startCountingPostgres } from './statements.ts'

export const project = fileURLToPath(new URL('..', import.meta.url))
const end_with_parent = new URL('../scripts/end-with-parent.mjs', import.meta.url).href

const START_WITHIN_MS = 600_000

/** The product as in real use, each part in a process of its own, on a database with durable commits. */
export type Stage = {
  app_url: string
  sandbox_url: string
  database: OpenDatabase
  campus: Campus
  /** Its data folder. */
  folder: string
  /** Debian's PostgreSQL, where the stage was asked for it. */
  archived: ArchivedPostgres | null
  /** `app` is the process that answers requests; `worker` is null where it also works in the background. */
  pids: { app: number; worker: number | null; sandbox: number; postgres: number }
  /** Ends the app and leaves the database. */
  stopApp(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** Where the app leaves a profile of its processor time; null for nowhere. */
  profile_folder: string | null
  /** Whether PostgreSQL counts its statements. */
  counting: boolean
  /** Whether a worker has a process of its own, as `npm start` has it on two cores. */
  apart: boolean
  /** Whether its database is Debian's PostgreSQL 15, which pgBackRest archives. */
  archived?: boolean
}

/** Starts PostgreSQL, the sandbox and the app in a temporary folder, with a campus that is open around the clock. */
export async function openStage({ profile_folder, counting, apart, archived = false }: Options): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-bench-'))
  // PostgreSQL does not run as root; its own user needs access.
  chmodSync(folder, 0o755)
  const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step()
  }
  try {
    const debians = archived ? await startArchivedPostgres(join(folder, 'debian')) : null
    const postgres = debians ?? (await ownPostgres(folder, counting))
    stops.push(async () => {
      await postgres.stop()
    })
    await migrateDatabase(postgres.url)
    const database = openDatabase(postgres.url, 4)
    // Who puts the database back has closed it before.
    stops.push(async () => (database.pool.ended ? undefined : database.close()))
    const campus = await fillCampus(database.db)
    if (profile_folder) mkdirSync(profile_folder, { recursive: true })
    const app = await startAppProcess(folder, {
      ports: await freePorts(),
      // One process, as in all earlier measurements, unless the worker is to be apart.
      env: {
        DATABASE_URL: postgres.url,
        WEB: '1',
        WORKERS: apart ? '1' : 'within',
        ...(archived && { BACKUP_TO: join(folder, 'copies') }),
      },
      node_options: profile_folder ? ['--cpu-prof', `--cpu-prof-dir=${profile_folder}`] : [],
    })
    stops.push(app.stop)
    const pids = {
      ...partsOf(app.child.pid ?? 0),
      postgres: postmasterOf(debians?.data ?? join(folder, 'postgres/cluster')),
    }
    return { ...app.urls, database, campus, folder, archived: debians, pids, stopApp: app.stop, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The processes of a running app: what serves, the worker if it is apart, and the sandbox. */
function partsOf(pid: number): { app: number; worker: number | null; sandbox: number } {
  const children = childrenOf(pid)
  const part = (name: string) => children.find((child) => commandOf(child).includes(`server/part.ts ${name}`))
  const app = part('web') ?? pid
  const worker = part('worker') ?? null
  const sandbox = children.find((child) => child !== app && child !== worker) ?? 0
  return { app, worker, sandbox }
}

export type Ports = { port: number; sandbox_port: number; smtp_port: number }

export async function freePorts(): Promise<Ports> {
  return { port: await freePort(), sandbox_port: await freePort(), smtp_port: await freePort() }
}

/** The app with its data in `folder`, as `npm start` runs it, with the sandbox in a process of its own. */
export async function startAppProcess(
  folder: string,
  given: { ports: Ports; env: Readonly<Record<string, string>>; node_options?: readonly string[] },
) {
  const { port, sandbox_port, smtp_port } = given.ports
  const urls = { app_url: `http://127.0.0.1:${port}`, sandbox_url: `http://127.0.0.1:${sandbox_port}` }
  const printed = join(folder, 'app.log')
  const log = openSync(printed, 'a')
  // The same size for young objects as in scripts/start.mjs.
  const options = ['--max-semi-space-size=16', '--import', end_with_parent, ...(given.node_options ?? [])]
  const child = spawn(process.execPath, [...options, 'server/main.ts'], {
    cwd: project,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      SESSION_SECRET: 'only-for-measuring-only-for-measuring',
      DATA_DIR: folder,
      DEMO: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX: 'on',
      SANDBOX_PORT: String(sandbox_port),
      SANDBOX_SMTP_PORT: String(smtp_port),
      LOG_LEVEL: 'warn',
      // Virtual customers have addresses of their own, because limits count per address.
      TRUST_PROXY: 'on',
      // Its operator has no second device.
      ADMIN_TWO_FACTOR: 'off',
      ...given.env,
    },
  })
  closeSync(log)
  await answers(child, `${urls.app_url}/health`, printed)
  return {
    urls,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(child: ChildProcess, url: string, printed: string): Promise<void> {
  const give_up_at_ms = performance.now() + START_WITHIN_MS
  while (performance.now() < give_up_at_ms && child.exitCode === null) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  const said = existsSync(printed) ? readFileSync(printed, 'utf8').slice(-2000) : ''
  child.kill('SIGKILL')
  throw new Error(`The app did not start.\n${said}`)
}

const ownPostgres = (data_dir: string, counting: boolean) =>
  counting ? startCountingPostgres(data_dir) : startPostgres({ data_dir, log: () => {} })

function postmasterOf(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}
