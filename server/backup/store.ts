import { mkdir, open, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type DiskSettings, filesBelow, openDisk } from '../../adapters/files/open-disk.ts'
import { StartError } from '../start-error.ts'

/** Where backups lie: a folder or a bucket; `prefix` is the part of a bucket that is theirs, or empty. */
export type BackupPlace = { readonly disk: DiskSettings; readonly prefix: string; readonly words: string }

/** One place with many backups, each a folder of files. Everything in it throws StartError where it cannot. */
export type BackupStore = {
  /** Where it is, for people. */
  readonly place: string
  put(backup: string, file: string, bytes: Uint8Array): Promise<void>
  /** Null for what is not there. */
  get(backup: string, file: string): Promise<Uint8Array | null>
  /** Everything that bears the name of a backup, whole or not, oldest first, with its files. */
  list(): Promise<Map<string, Set<string>>>
  remove(backup: string): Promise<void>
}

const NAMES = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\/([\w.-]+)$/
/** On a disk that may be the shop's own so much stays free: it goes on taking orders. */
const LEFT_FREE_BYTES = 256 * 1024 * 1024

/** `signal` refuses everything from then on: whatever is being written or read of a backup ends there. */
export async function openBackupStore(
  { disk: settings, prefix, words }: BackupPlace,
  signal?: AbortSignal,
): Promise<BackupStore> {
  const disk = await openDisk(settings)
  const folder = settings.kind === 'folder' ? settings.folder : null
  const base = prefix === '' ? '' : `${prefix}/`
  const keyOf = (backup: string, file: string) => `${base}${backup}/${file}`
  const ask = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (signal?.aborted) throw new StartError('Backups: stopped before it was done, so it does not count.')
    try {
      return await work()
    } catch (error) {
      throw error instanceof StartError ? error : diskFailed(`Backups: ${words}`, error)
    }
  }
  return {
    place: words,
    put: (backup, file, bytes) =>
      ask(async () => {
        if (folder) await requireRoom(folder, bytes.length)
        // Secrets are in it, and people's addresses.
        if (folder) await mkdir(join(folder, backup), { recursive: true, mode: 0o700 })
        await disk.put(keyOf(backup, file), bytes)
        if (folder) await writeDown(join(folder, keyOf(backup, file)))
      }),
    get: (backup, file) =>
      ask(async () => ((await disk.exists(keyOf(backup, file))) ? disk.getBytes(keyOf(backup, file)) : null)),
    list: () =>
      ask(async () => {
        const found = new Map<string, Set<string>>()
        for await (const key of folder ? filesOfBackups(folder) : filesBelow(disk, prefix || '/')) {
          const [, name, file] = NAMES.exec(key.slice(base.length)) ?? []
          if (name && file) found.set(name, (found.get(name) ?? new Set()).add(file))
        }
        return new Map([...found].sort(([left], [right]) => (left < right ? -1 : 1)))
      }),
    remove: (backup) =>
      ask(async () => {
        if (folder) return disk.deleteAll(backup)
        for await (const key of filesBelow(disk, `${base}${backup}`)) await disk.delete(key)
      }),
  }
}

/** The files of backups in a folder. Others may lie beside them that are not ours to read. */
async function* filesOfBackups(folder: string): AsyncGenerator<string> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => NAMES.test(`${one}/file`))) {
    for (const file of await readdir(join(folder, name))) yield `${name}/${file}`
  }
}

/** Throws StartError where a folder's disk has no room for so many bytes besides what the shop needs. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder).catch(() => null)
  // A folder that is not there yet is made by the first file.
  if (!disk || disk.bavail * disk.bsize >= bytes + LEFT_FREE_BYTES) return
  const [free, needed] = [disk.bavail * disk.bsize, bytes + LEFT_FREE_BYTES].map((size) => Math.round(size / 1e6))
  throw new StartError(`Backups: the disk of ${folder} is full: ${free} MB are free, and ${needed} MB must be.`)
}

async function writeDown(file: string): Promise<void> {
  const written = await open(file)
  try {
    await written.sync()
  } finally {
    await written.close()
  }
}

/** One line for people about a folder or a bucket that takes or gives nothing. */
export function diskFailed(place: string, error: unknown): StartError {
  return new StartError(`${place} ${whyItFails(error)}.`)
}

/** In few words, by what lies at the bottom of what flydrive and the client for S3 wrap around it. */
function whyItFails(error: unknown): string {
  const chain: Error[] = []
  for (let at = error; at instanceof Error && !chain.includes(at); at = at.cause) chain.push(at)
  const codes = chain.map((one) => String(Reflect.get(one, 'code') ?? ''))
  if (codes.includes('ENOSPC') || codes.includes('EDQUOT')) return 'is full (ENOSPC)'
  const last = chain.at(-1)
  const status = Reflect.get(Object(last && Reflect.get(last, '$metadata')), 'httpStatusCode')
  const reason = [last?.name, status, last?.message].filter((part) => part && part !== 'Error').join(' ')
  return `cannot be reached, or takes nothing (${reason.replaceAll(/\s+/g, ' ').slice(0, 200)})`
}
