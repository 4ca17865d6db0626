import type { DiskSettings } from '../../adapters/files/open-disk.ts'
import { filesOf, namedPictures } from '../../domain/backups/named-pictures.ts'
import { newestRestored, noteGood, noteProblem } from '../../domain/backups/note-backup.ts'
import { HOUR_MS } from '../../domain/clock.ts'
import type { Deps } from '../../domain/events.ts'
import type { Task } from '../worker.ts'
import type { BackupSettings } from './backup-settings.ts'
import { openPictureCopies, type PictureCopies } from './picture-copies.ts'

/** At most so much is lost with the machine, as with the log of the database (`archive_timeout`). */
const LOOK_EVERY_MS = 60_000

/**
 * For a database that somebody else backs up: copies the shop's pictures to BACKUP_TO as they come, and looks at the
 * pictures of a backup whose database was restored for a trial. It counts when each that a row names has its copy;
 * without BACKUP_TO, when each lies in the shop's own bucket, which has to keep versions.
 */
export function copyPictures(
  { db, clock }: Deps,
  { files, backups }: { files: DiskSettings; backups: BackupSettings },
): Task {
  let opened: PictureCopies | undefined
  /** What has its copy. Read anew each hour: somebody may have tidied up there. */
  let copied = new Set<string>()
  let read_at_ms = Number.NEGATIVE_INFINITY
  /** What was there one look ago: by now it is written to its end. */
  let seen = new Set<string>()

  /** Answers what has a copy, and what will have one at the next look. */
  async function copyNew(copies: PictureCopies): Promise<{ kept: Set<string>; coming: Set<string> }> {
    const now = clock.now()
    const is_hour_over = Math.abs(now.getTime() - read_at_ms) >= HOUR_MS
    if (is_hour_over) copied = await copies.copies()
    const there = await copies.originals()
    for (const file of there) {
      if (copied.has(file) || !seen.has(file)) continue
      await copies.copy(file)
      copied.add(file)
    }
    seen = there
    if (is_hour_over) {
      const stays = [...there, ...(await namedPictures(db)).flatMap(filesOf)]
      for (const file of await copies.forget(stays, now, backups.keep.weeks)) copied.delete(file)
      read_at_ms = now.getTime()
    }
    return { kept: copied, coming: there }
  }

  async function look(wanted: boolean): Promise<{ kept: Set<string>; coming: Set<string> }> {
    const nothing = new Set<string>()
    const is_copied = backups.hour !== null
    if (!is_copied && (files.kind === 'folder' || !wanted)) return { kept: nothing, coming: nothing }
    opened ??= await openPictureCopies(files, backups.to)
    return is_copied ? copyNew(opened) : { kept: await opened.originals(), coming: nothing }
  }

  return {
    name: 'copy pictures',
    rest_ms: LOOK_EVERY_MS,
    async run() {
      const backup = await newestRestored(db)
      // Rows are read before files are: whatever they name is there by then.
      const named = backup ? await namedPictures(db) : []
      const { kept, coming } = await look(backup !== null)
      if (!backup) return 0
      const without = (found: (file: string) => boolean) => named.filter((address) => !filesOf(address).every(found))
      const lost = without((file) => kept.has(file) || coming.has(file))
      if (lost.length > 0) {
        const more = lost.length > 1 ? `, nor of ${lost.length - 1} more` : ''
        await noteProblem(db, backup.name, `There is no copy of the picture ${lost[0]}${more} (docs/operations.md).`)
      } else if (without((file) => kept.has(file)).length === 0) {
        await noteGood(db, { ...backup, verified_at: clock.now(), pictures: named.length })
      }
      return 0
    },
  }
}
