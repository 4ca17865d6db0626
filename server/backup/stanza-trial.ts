import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { own } from '../postgres/place.ts'
import { folderOf, isAlive } from '../postgres/process.ts'
import { StartError } from '../start-error.ts'
import { pgBackRest, runAs, type Stanza } from './pgbackrest.ts'

/** Until a copy has read its log to its end point and takes writes. */
const READY_WITHIN_MS = 60 * 60_000
const ASK_EVERY_MS = 500

type Trial = {
  readonly stanza: Stanza
  readonly label: string
  /** Where the copy is made; what is there is removed. */
  readonly folder: string
  /** PostgreSQL's own programs, of the version that made the backup. */
  readonly programs: string
}

/**
 * Restores a backup of a stanza, as the database was when it ended, starts it on a socket that PostgreSQL's user alone
 * reaches, and has `look` look at one of its databases; then nothing of it is left. The copy archives nothing, listens
 * to no network and takes none of the original's settings. Throws StartError where it cannot be restored or started.
 */
export async function tryStanzaBackup<Found>(
  trial: Trial,
  { user = '', database = '' }: { user?: string | undefined; database?: string | undefined },
  look: (url: string) => Promise<Found>,
): Promise<Found> {
  const { stanza, label, folder } = trial
  await clearTrial(trial)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  own(folder, stanza.account)
  const data = join(folder, 'data')
  try {
    mkdirSync(data, { mode: 0o700 })
    own(data, stanza.account)
    await pgBackRest(stanza, 'restore', [
      `--set=${label}`,
      `--pg1-path=${data}`,
      '--type=immediate',
      '--target-action=promote',
      '--archive-mode=off',
    ])
    await startCopy(trial, data)
    const who = `${encodeURIComponent(user)}@localhost/${encodeURIComponent(database)}`
    const url = `postgres://${who}?host=${encodeURIComponent(folder)}`
    await untilItTakesWrites(url, data, join(folder, 'server.log'))
    return await look(url)
  } finally {
    await clearTrial(trial)
  }
}

/** Ends and removes what a trial left behind, also one that was killed. */
export async function clearTrial({ folder, programs, stanza }: Omit<Trial, 'label'>): Promise<void> {
  const data = join(folder, 'data')
  const stop = ['stop', '--wait', '--mode=immediate', `--pgdata=${data}`]
  if (runs(data)) await runAs(stanza.account, join(programs, 'pg_ctl'), stop)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function startCopy({ folder, programs, stanza }: Trial, data: string): Promise<void> {
  // What the original is told stands elsewhere with Debian, and in the copy with Patroni: neither is its own.
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    hba_file: join(folder, 'pg_hba.conf'),
    shared_buffers: '64MB',
    // Nobody looks before it takes writes, so it may have fewer connections than the original.
    hot_standby: 'off',
    max_connections: '10',
    fsync: 'off',
    archive_mode: 'off',
    ssl: 'off',
    shared_preload_libraries: '',
    synchronous_standby_names: '',
    timezone: 'UTC',
    lc_messages: 'C',
  }
  const config = join(folder, 'postgresql.conf')
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  writeFileSync(join(folder, 'pg_hba.conf'), 'local all all trust\n')
  for (const file of ['postgresql.conf', 'pg_hba.conf']) own(join(folder, file), stanza.account)
  const log = join(folder, 'server.log')
  const { exit_code } = await runAs(stanza.account, join(programs, 'pg_ctl'), [
    'start',
    '--wait',
    '--silent',
    `--pgdata=${data}`,
    `--log=${log}`,
    // What ALTER SYSTEM said to the original is in the copy, and gives way to this.
    `--options=-c config_file=${config} ${Object.entries(settings)
      .map(([name, value]) => `-c ${name}='${value}'`)
      .join(' ')}`,
  ])
  if (exit_code !== 0) throw didNotStart(log)
}

async function untilItTakesWrites(url: string, data: string, log: string): Promise<void> {
  const give_up_at_ms = performance.now() + READY_WITHIN_MS
  while (performance.now() < give_up_at_ms) {
    if (!runs(data)) throw didNotStart(log)
    if (await takesWrites(url)) return
    await sleep(ASK_EVERY_MS)
  }
  throw didNotStart(log)
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
    return rows[0]?.recovers === false
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** Whether a server works in this folder. */
function runs(data: string): boolean {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return false
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return isAlive(pid) && folderOf(pid) === data
}

function didNotStart(log: string): StartError {
  const printed = existsSync(log) ? readFileSync(log, 'utf8') : ''
  const reason = printed.match(/(FATAL|PANIC): .*/)?.[0] ?? 'no reason given'
  return new StartError(`the restored copy does not start (${reason})`)
}
