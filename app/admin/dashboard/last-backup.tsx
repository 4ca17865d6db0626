import { Notice } from '../../ui/notice.tsx'
import type { BackupWords } from './backup-words.server.ts'

/** Nothing where nobody wants backups, as in a demo; an alarm where the last good one is old, or there is none. */
export function LastBackup({ backups }: { backups: BackupWords | null }) {
  if (!backups) return null
  const { is_alarm, line, warning, problem } = backups
  const words = (
    <>
      {line}
      {warning && <span className="mt-1 block text-sm font-semibold">{warning}</span>}
      {problem && <span className="mt-1 block text-sm font-normal">The newest one does not count. {problem}</span>}
    </>
  )
  return (
    <div className="mt-4">
      {is_alarm ? <Notice kind="bad">{words}</Notice> : <p className="text-sm text-ink-soft">{words}</p>}
    </div>
  )
}
