import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Entry } from './archive.ts'

/** What PostgreSQL makes anew when it starts: the folder goes along, empty ("Making a Base Backup", low-level API). */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
/** What belongs to the server that runs now. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL\..*|current_logfiles)$/
const CHUNK_BYTES = 256 * 1024

/**
 * A cluster, file by file, while it runs: everything between `pg_backup_start` and `pg_backup_stop`, then the log that
 * was written meanwhile, with which a restored copy becomes whole. A slot that ends with `session` has PostgreSQL keep
 * that log. Throws StartError where that became more than may be kept.
 */
export async function* databaseEntries(session: pg.Client, cluster: string, folder: string): AsyncGenerator<Entry> {
  const { rows: settings } = await session.query<{ wal_level: string }>('show wal_level')
  if (settings[0]?.wal_level === 'minimal') {
    throw new StartError('The database still runs as an older version started it: stop the app, and start it again.')
  }
  await session.query(`select pg_create_physical_replication_slot('chowgate_backup_${process.pid}', true, true)`)
  await session.query(`select pg_backup_start('chowgate', true)`)
  yield* filesOf(cluster, folder, '')
  const { rows } = await session.query<{ label: string; map: string; last: string }>(
    'select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const { label = '', map = '', last = '' } = rows[0] ?? {}
  yield textEntry(`${folder}/backup_label`, label)
  if (map.trim()) yield textEntry(`${folder}/tablespace_map`, map)
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
  const logs = (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  const needed = logs.filter((name) => name >= first && name <= last)
  if (needed[0] !== first || needed.at(-1) !== last) {
    throw new StartError('The database wrote more during the backup than it may keep: try again when less is going on.')
  }
  for (const name of needed) yield* fileEntry(join(cluster, 'pg_wal', name), `${folder}/pg_wal/${name}`)
}

async function* filesOf(cluster: string, folder: string, below: string): AsyncGenerator<Entry> {
  yield { name: `${folder}${below}/`, mode: 0o700, size: 0, body: null }
  const found = await readdir(join(cluster, below), { withFileTypes: true })
  for (const { name, ...entry } of found.map((one) => ({ name: one.name, is_folder: one.isDirectory() }))) {
    if (LEFT_OUT.test(name) || name === 'pg_control') continue
    if (!entry.is_folder) yield* fileEntry(join(cluster, below, name), `${folder}${below}/${name}`)
    else if (below === '' && EMPTIED.includes(name)) {
      yield { name: `${folder}/${name}/`, mode: 0o700, size: 0, body: null }
    } else yield* filesOf(cluster, folder, `${below}/${name}`)
  }
  // Last of its folder: it says how far the files beside it are.
  if (below === '/global') yield* fileEntry(join(cluster, below, 'pg_control'), `${folder}${below}/pg_control`)
}

/** A file as long as it was when it was opened, whatever becomes of it meanwhile; none where it is gone. */
export async function* fileEntry(path: string, name: string): AsyncGenerator<Entry> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    yield { name, mode: 0o600, size, body: bytesOf(file, size) }
  } finally {
    await file.close()
  }
}

/** What a file lost since is made up for with zeros, as PostgreSQL's own tool does: its log has the rest. */
async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
    const bytes = bytesRead > 0 ? chunk.subarray(0, bytesRead) : chunk
    yield bytes
    at += bytes.length
  }
}

export function textEntry(name: string, text: string): Entry {
  const bytes = Buffer.from(text)
  return { name, mode: 0o600, size: bytes.length, body: only(bytes) }
}

export async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
