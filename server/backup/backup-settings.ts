import { join, resolve } from 'node:path'
import { required, type Settings } from '../settings.ts'
import type { Keep } from './keep.ts'
import type { BackupPlace } from './store.ts'

/** Where backups go, when the worker makes one (null: only people do), and which are kept. */
export type BackupSettings = { readonly to: BackupPlace; readonly hour: number | null; readonly keep: Keep }

/** Without BACKUP_TO backups go beside the database, and only when somebody asks for one. Throws ConfigError. */
export function backupSettings(s: Settings, data_dir: string, project: string): BackupSettings {
  return {
    to: backupPlace(s, data_dir, project),
    hour: s.BACKUP_TO === undefined ? null : s.BACKUP_HOUR,
    keep: { days: s.BACKUP_KEEP_DAYS, weeks: s.BACKUP_KEEP_WEEKS },
  }
}

/** Whether somebody has to know how old the last good backup is: of real orders, whoever backs them up. */
export function wantsBackups({ demo, env }: { demo: boolean; env: string }, is_own_database: boolean): boolean {
  return !demo && (is_own_database || env === 'production')
}

function backupPlace(s: Settings, data_dir: string, project: string): BackupPlace {
  const to = s.BACKUP_TO ?? join(data_dir, 'backups')
  if (!to.startsWith('s3://')) {
    const folder = resolve(project, to)
    return { disk: { kind: 'folder', folder }, prefix: '', words: folder }
  }
  const [bucket = '', ...prefix] = to.slice('s3://'.length).split('/')
  const of = (name: 'REGION' | 'ENDPOINT' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY') =>
    s[`BACKUP_S3_${name}`] ?? s[`S3_${name}`] ?? required(s, `BACKUP_S3_${name}`, 'when BACKUP_TO is a bucket')
  const disk = {
    kind: 's3' as const,
    bucket,
    region: of('REGION'),
    endpoint: of('ENDPOINT'),
    access_key_id: of('ACCESS_KEY_ID'),
    secret_access_key: of('SECRET_ACCESS_KEY'),
  }
  return { disk, prefix: prefix.join('/'), words: to }
}
