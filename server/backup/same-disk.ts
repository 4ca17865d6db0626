import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'

type Places = Pick<Config, 'env' | 'data_dir' | 'backups'>

/**
 * Whether the backups of a shop in production go to a folder on the very disk that they are to outlive: one that is not
 * mounted, say. False where nothing is copied there by itself.
 */
export function backupsShareDisk({ env, data_dir, backups }: Places): boolean {
  const { disk } = backups.to
  if (env !== 'production' || backups.hour === null || disk.kind !== 'folder') return false
  return deviceOf(disk.folder) === deviceOf(data_dir)
}

/** The line for the log about that; null where all is well. */
export function sameDiskWarning(places: Places): string | null {
  if (!backupsShareDisk(places)) return null
  const { words } = places.backups.to
  return `BACKUP_TO: ${words} is on the disk of DATA_DIR, and is lost with it. Is the other disk mounted?`
}

/** Of a folder that is not there yet, the one that it would be made on. */
function deviceOf(folder: string): number {
  return existsSync(folder) ? statSync(folder).dev : deviceOf(dirname(folder))
}
