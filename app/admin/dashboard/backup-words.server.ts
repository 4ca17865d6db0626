import type { LastBackups } from '../../../domain/backups/last-backups.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'

const NONE = 'No good backup yet: whoever looks after the server makes one (docs/operations.md).'

const SAME_DISK = 'Backups lie on the same disk as the shop itself: when that disk dies, both are gone.'

/** How it stands with the backups, in words; null where nobody wants any. */
export type BackupWords = { is_alarm: boolean; line: string; warning: string | null; problem: string | null }

export function backupWords(
  backups: LastBackups | null,
  now: Date,
  { are_wanted, share_disk }: { are_wanted: boolean; share_disk: boolean },
): BackupWords | null {
  if (!backups && !are_wanted) return null
  const { good = null, is_old = true, problem = null } = backups ?? {}
  const warning = share_disk ? SAME_DISK : null
  if (!good) return { is_alarm: true, line: NONE, warning, problem }
  const line = `The last good backup is ${ageInWords(good.at, now)} old (${formatCampusDateTime(good.at)}).`
  return { is_alarm: is_old, line, warning, problem }
}

function ageInWords(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / 3_600_000)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
