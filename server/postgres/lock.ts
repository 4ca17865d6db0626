import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { beginningOf, isAlive } from './process.ts'

/**
 * Reserves a data folder for this process and returns what gives it free again. The lock of a process that is gone
 * counts for nothing, even if another process has its number by now.
 * Throws StartError when a living process holds it, or the folder cannot be written to.
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, 'app.lock')
  const mine = `${process.pid} ${beginningOf(process.pid)}\n`
  const draft = `${lock}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(draft, mine)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`DATA_DIR: ${folder} must be a folder that the app may write to (${reason}).`)
  }
  try {
    // A link appears with its content or not at all, and never in the place of another.
    while (!tryLink(draft, lock)) removeStale(lock, draft, folder)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(lock) === mine) rmSync(lock, { force: true })
  }
}

function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function removeStale(lock: string, draft: string, folder: string): void {
  const holder = read(lock)
  if (holder === null) return
  const pid = Number(holder.split(' ')[0])
  if (holds(holder, pid)) {
    throw new StartError(
      `DATA_DIR: another start of the app (process ${pid}) is using ${folder}; stop it, or set another folder.`,
    )
  }
  const aside = `${draft}.stale`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  // Between reading and renaming, another start may have put its own lock there: give that one back.
  if (read(aside) !== holder) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function holds(holder: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  const beginning = beginningOf(pid)
  return beginning === null || holder.trim() === `${pid} ${beginning}`
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
