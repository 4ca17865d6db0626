import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { preparePlace } from '../postgres/place.ts'
import { unpackArchive } from './archive.ts'
import { damaged, type Manifest } from './manifest.ts'
import { type BackupStore, requireRoom } from './store.ts'

/** Unpacks a backup as a data folder of its own, which must not be there yet. Leaves none where it throws. */
export async function unpackBackup(
  store: BackupStore,
  name: string,
  manifest: Manifest,
  folder: string,
): Promise<void> {
  await requireRoom(dirname(folder), manifest.unpacked_bytes)
  mkdirSync(folder, { mode: 0o755 })
  try {
    const { folder: database, account } = await preparePlace(folder, () => {})
    await unpackArchive(store, name, manifest.parts, (entry) => {
      const path = normalize(entry)
      if (path.startsWith('..') || path.startsWith(sep)) throw damaged(name, `it holds ${entry}`)
      const [top, ...below] = path.split(sep)
      if (top === 'postgres') return { path: join(database, ...below), account }
      return { path: join(folder, path), account: null }
    })
  } catch (error) {
    removeDataFolder(folder)
    throw error
  }
}

/** Removes a data folder together with its database, which may live elsewhere. */
export function removeDataFolder(folder: string): void {
  for (const path of [databaseOf(folder), folder]) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

function databaseOf(folder: string): string {
  const path = join(folder, 'postgres')
  return existsSync(path) ? realpathSync(path) : path
}
