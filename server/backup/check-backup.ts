import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { filesOf, namedPictures } from '../../domain/backups/named-pictures.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { endLeftBehind } from '../postgres/borrow.ts'
import { startPostgres } from '../postgres.ts'
import type { Manifest } from './manifest.ts'
import type { BackupStore } from './store.ts'
import { removeDataFolder, unpackBackup } from './unpack.ts'

/** Where a backup is restored for a trial, in the data folder: there is room for a database there, or nowhere. */
const scratchOf = (data_dir: string) => join(data_dir, 'backup-trial')

/**
 * Restores a backup for a trial, starts its database on a port of its own, and looks: the eight invariants, and a file
 * for every picture that a row names. Answers what is wrong, in few words each. Throws where it cannot be restored.
 */
export async function checkBackup(
  store: BackupStore,
  name: string,
  manifest: Manifest,
  data_dir: string,
): Promise<string[]> {
  const scratch = scratchOf(data_dir)
  await clearTrial(data_dir)
  try {
    await unpackBackup(store, name, manifest, scratch)
    const postgres = await startPostgres({ data_dir: scratch, log: () => {}, durable: false })
    const database = openDatabase(postgres.url, 2)
    try {
      const violations = await findViolations(database.db)
      const missing = (await namedPictures(database.db)).filter((address) => !isThere(scratch, address))
      return [
        ...violations.map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`),
        ...missing.map((address) => `no picture ${address}`),
      ]
    } finally {
      await database.close()
      await postgres.stop()
    }
  } finally {
    await clearTrial(data_dir)
  }
}

/** Ends and removes what a trial left behind, also one that was killed. */
export async function clearTrial(data_dir: string): Promise<void> {
  const scratch = scratchOf(data_dir)
  if (!existsSync(scratch)) return
  await endLeftBehind(scratch)
  removeDataFolder(scratch)
}

/** Rows name one width of a picture, the others lie beside it. */
function isThere(scratch: string, address: string): boolean {
  const sizeOf = (file: string) => statSync(join(scratch, 'files/images', file), { throwIfNoEntry: false })?.size ?? 0
  return filesOf(address).every((file) => sizeOf(file) > 0)
}
