import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { own, type Place } from './place.ts'
import { commandLineOf, folderOf, isAlive } from './process.ts'
import { type Programs, runProgram } from './programs.ts'

const superuser = 'chowgate'

/** PostgreSQL can have sockets on Windows too, but Node cannot reach them there. */
const has_sockets = process.platform !== 'win32'
/** The longest socket path in bytes that every system accepts. */
const LONGEST_SOCKET = 103

type Start = { readonly port: number; readonly durable: boolean }

const paths = (place: Place) => ({
  cluster: join(place.folder, 'cluster'),
  password: join(place.folder, 'password'),
  log: join(place.folder, 'server.log'),
})

export function isInitialised(place: Place): boolean {
  return existsSync(join(paths(place).cluster, 'PG_VERSION'))
}

/** Creates the cluster under a temporary name, so that one killed half-way does not disturb the next. */
export async function initialise(programs: Programs, place: Place, durable: boolean): Promise<void> {
  const { cluster, password } = paths(place)
  const draft = `${cluster}.draft-${randomBytes(4).toString('hex')}`
  writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  own(password, place.account)
  const { exit_code, output } = await runProgram(programs, 'initdb', [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ])
  if (exit_code !== 0) throw new StartError(`PostgreSQL could not make its files in ${draft}: ${lastLine(output)}`)
  renameSync(draft, cluster)
  for (const name of readdirSync(place.folder).filter((name) => name.startsWith('cluster.draft-'))) {
    rmSync(join(place.folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** PostgreSQL reads only files of its own major version. Throws StartError. */
export function checkVersion(programs: Programs, place: Place): void {
  const { cluster } = paths(place)
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (programs.version.startsWith(`${found}.`)) return
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${found}, this app brings ${programs.version}: export it with ` +
      'the old version of the app, and import it with this one (docs/operations.md).',
  )
}

/** The port of the server that runs on this cluster, or null. Removes a pid file that names another process. */
export function runningPort(place: Place): number | null {
  const { cluster } = paths(place)
  const pid_file = join(cluster, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(pid_file, 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  // It works in its cluster's folder, so it is recognised even if the folder was moved.
  if (isAlive(pid) && (commandLineOf(pid)?.includes(cluster) || folderOf(pid) === cluster)) return Number(lines[3])
  rmSync(pid_file, { force: true })
  return null
}

/**
 * Starts the server and waits until it answers. `port taken`: another port may work; `still ending`: the processes of a
 * killed server are not gone yet, so a moment later may work. Throws StartError when nothing will.
 */
export async function start(
  programs: Programs,
  place: Place,
  { port, durable }: Start,
): Promise<'started' | 'port taken' | 'still ending'> {
  const { cluster, log } = paths(place)
  keepLogSmall(log)
  const began_at = existsSync(log) ? statSync(log).size : 0
  const options = serverSettings(port, durable).map((setting) => `-c ${setting}`)
  const { exit_code, output } = await runProgram(programs, 'pg_ctl', [
    'start',
    '--wait',
    '--timeout=120',
    '--silent',
    `--pgdata=${cluster}`,
    `--log=${log}`,
    `--options=${options.join(' ')}`,
  ])
  if (exit_code === 0) return 'started'
  const printed = existsSync(log) ? readFileSync(log, 'utf8').slice(began_at) : ''
  if (/Address already in use/.test(printed)) return 'port taken'
  if (/pre-existing shared memory block/.test(printed)) return 'still ending'
  const reason = printed.match(/(FATAL|PANIC): .*/)?.[0] ?? lastLine(output)
  throw new StartError(`PostgreSQL did not start: ${reason} (its log is ${log})`)
}

function serverSettings(port: number, durable: boolean): string[] {
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // In the cluster's own folder, which nobody else can enter.
    `unix_socket_directories=${has_sockets ? '.' : "''"}`,
    'max_connections=120',
    'shared_buffers=128MB',
    'random_page_cost=1.1',
    'jit=off',
    // Enough of a log for a backup while it runs; what a backup has kept of it never fills the disk.
    ...(durable ? ['wal_level=replica', 'max_slot_wal_keep_size=4GB'] : ['wal_level=minimal']),
    'max_wal_senders=0',
    'timezone=UTC',
    'log_timezone=UTC',
    // Statements and the values in error details can be personal data.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'log_checkpoints=off',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
}

/** Ends the connections, writes everything to disk and stops the server. */
export async function stop(programs: Programs, place: Place): Promise<void> {
  const { cluster, log } = paths(place)
  const args = ['stop', '--wait', '--timeout=60', '--silent', '--mode=fast', `--pgdata=${cluster}`]
  const { exit_code, output } = await runProgram(programs, 'pg_ctl', args)
  const stopped = exit_code === 0 || runningPort(place) === null
  if (!stopped) throw new StartError(`PostgreSQL did not stop: ${lastLine(output)} (its log is ${log})`)
}

/** By the server's socket if it has one: a query costs a third less than over TCP. */
export function serverUrl(place: Place, port: number, database: string): string {
  const { cluster, password } = paths(place)
  const secret = readFileSync(password, 'utf8').trim()
  const url = `postgres://${superuser}:${secret}@127.0.0.1:${port}/${database}`
  const socket = join(cluster, `.s.PGSQL.${port}`)
  const usable = has_sockets && Buffer.byteLength(socket) <= LONGEST_SOCKET && existsSync(socket)
  return usable ? `${url}?host=${encodeURIComponent(cluster)}` : url
}

function keepLogSmall(log: string): void {
  const size_bytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size_bytes > 5_000_000) renameSync(log, `${log}.old`)
}

function lastLine(output: string): string {
  return output.split('\n').at(-1) ?? ''
}
