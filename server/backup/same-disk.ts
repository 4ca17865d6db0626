import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'

/**
 * What to say of a shop in production whose backups go to a folder on the very disk that they are to outlive: one that
 * is not mounted, say. Null where all is well, or nothing is copied there by itself.
 */
export function sameDiskWarning({ env, data_dir, backups }: Pick<Config, 'env' | 'data_dir' | 'backups'>) {
  const { disk, words } = backups.to
  if (env !== 'production' || backups.hour === null || disk.kind !== 'folder') return null
  if (deviceOf(disk.folder) !== deviceOf(data_dir)) return null
  return `BACKUP_TO: ${words} is on the disk of DATA_DIR, and is lost with it. Is the other disk mounted?`
}

/** Of a folder that is not there yet, the one that it would be made on. */
function deviceOf(folder: string): number {
  return existsSync(folder) ? statSync(folder).dev : deviceOf(dirname(folder))
}
