import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildOnce } from '../bench/build.ts'
import { type Campus, fillCampus } from '../bench/campus.ts'
import { liftMessageCaps } from '../bench/lifted-limits.ts'
import { childrenOf } from '../bench/processor-time.ts'
import { freePorts, startAppProcess } from '../bench/stage.ts'
import type { Db } from '../db/handle.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { borrowPostgres, endLeftBehind, lastServer } from '../server/postgres/borrow.ts'
import { layOut, type Plan } from './preload/plan.ts'

/** While a killed one starts again, another answers. */
const PROCESSES = { WEB: '2', WORKERS: '2' }
/** As whatever watches over a service starts it again; a port may still be held for a moment. */
const START_TRIES = 10

/** Who can be killed. */
export type Pids = {
  supervisor: number
  webs: number[]
  workers: number[]
  sandbox: number[]
  postmaster: number[]
  backends: number[]
}

/**
 * The whole product as `npm start` runs it: its processes, its own PostgreSQL, the sandbox; and a way to break each.
 */
export type Arena = {
  folder: string
  /** Where the sandbox keeps its books. */
  sandbox_folder: string
  app_url: string
  sandbox_url: string
  campus: Campus
  /** Its address changes when the app and its PostgreSQL were both killed. */
  db(): Db
  pids(): Pids
  /** Kills the app's first process, and starts it again: its children end with it, its PostgreSQL goes on. */
  restart(): Promise<void>
  /** Names the await that is deadly next; null for none. */
  plan(plan: Plan | null): void
  plan_file: string
  /** How many seconds the app's clock is ahead. */
  moveClock(seconds: number): void
  /** What the app printed. */
  said(): string
  stop(): Promise<void>
}

/** `quick_successors`: without the supervisor's pauses, for those who kill one process after the other. */
export async function openArena(given: { folder?: string; quick_successors?: true } = {}): Promise<Arena> {
  buildOnce()
  const folder = given.folder ?? mkdtempSync(join(tmpdir(), 'chowgate-torture-'))
  // PostgreSQL does not run as root; its own user needs access.
  chmodSync(folder, 0o755)
  const files = { plan: join(folder, 'plan.json'), clock: join(folder, 'clock') }
  writeFileSync(files.clock, '0')
  const ports = await freePorts()
  const preload = (name: string) => ['--import', new URL(`./preload/${name}.ts`, import.meta.url).href]
  const start = () =>
    startAppProcess(folder, {
      ports,
      env: { ...PROCESSES, ADMIN_TWO_FACTOR: 'off', TORTURE_PLAN: files.plan, TORTURE_CLOCK: files.clock },
      node_options: [
        ...preload('failpoints'),
        ...preload('moved-clock'),
        ...(given.quick_successors ? preload('quick-successors') : []),
      ],
    })
  let app: Awaited<ReturnType<typeof start>> | null = null
  let database: (OpenDatabase & { url: string }) | null = null
  let ending = false

  async function startAgain(): Promise<void> {
    for (let tries = 1; !ending; tries++) {
      try {
        app = await start()
        break
      } catch (error) {
        if (tries === START_TRIES) throw error
        await sleep(1000)
      }
    }
    const { url } = await borrowPostgres(folder)
    if (url === database?.url) return
    await database?.close()
    database = { ...openDatabase(url, 6), url }
  }

  async function stop(): Promise<void> {
    ending = true
    await database?.close()
    await app?.stop()
    await endLeftBehind(folder)
    if (!given.folder) rmSync(folder, { recursive: true, force: true })
  }

  const db = (): Db => {
    if (!database) throw new Error('The arena has no database yet')
    return database.db
  }
  const urls = { app_url: `http://127.0.0.1:${ports.port}`, sandbox_url: `http://127.0.0.1:${ports.sandbox_port}` }
  try {
    await startAgain()
    const campus = await fillCampus(db())
    await liftMessageCaps(db())
    return {
      ...urls,
      folder,
      sandbox_folder: join(folder, 'sandbox'),
      campus,
      db,
      pids: () => pidsOf(app?.child.pid ?? 0, folder),
      async restart() {
        const child = app?.child
        if (child && child.exitCode === null && child.signalCode === null) {
          const ended = new Promise((resolve) => child.once('exit', resolve))
          child.kill('SIGKILL')
          await ended
        }
        await startAgain()
      },
      plan: (plan) => layOut(files.plan, plan),
      plan_file: files.plan,
      moveClock: (seconds) => writeFileSync(files.clock, String(seconds)),
      said: () => readFileSync(join(folder, 'app.log'), 'utf8'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function pidsOf(supervisor: number, folder: string): Pids {
  const children = childrenOf(supervisor).map((pid) => ({ pid, command: commandOf(pid) }))
  const those = (words: string) => children.filter(({ command }) => command.endsWith(words)).map(({ pid }) => pid)
  const postmaster = lastServer(folder)?.pid
  const runs = postmaster !== undefined && commandOf(postmaster).includes('postgres')
  return {
    supervisor,
    webs: those('server/part.ts web'),
    workers: those('server/part.ts worker'),
    sandbox: those('sandbox/main.ts'),
    postmaster: runs ? [postmaster] : [],
    backends: runs ? childrenOf(postmaster).filter((pid) => commandOf(pid).includes('chowgate')) : [],
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}
