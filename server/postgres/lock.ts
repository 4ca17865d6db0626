import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cannotWrite, makeDataFolder } from '../data-folder.ts'
import { StartError } from '../start-error.ts'
import { beginningOf, isAlive } from './process.ts'

/** An app that was told to stop a moment ago may still be stopping. */
const patience_milliseconds = 5000

/**
 * Reserves a data folder for this process and returns the function that frees it. The lock of a dead process does not
 * count, even if another process has its number by now. Throws StartError when a living process holds it, or the folder
 * cannot be written to.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const lock = join(folder, 'app.lock')
  const mine = `${process.pid} ${beginningOf(process.pid)}\n`
  const draft = `${lock}.${process.pid}`
  makeDataFolder(folder)
  try {
    writeFileSync(draft, mine)
  } catch (error) {
    throw cannotWrite(folder, error)
  }
  try {
    // A link appears complete or not at all, and never replaces another.
    for (const give_up_at = Date.now() + patience_milliseconds; !tryLink(draft, lock); ) {
      const holder = removeStale(lock, draft)
      if (Date.now() > give_up_at) throw inUse(folder, lock, holder)
      await sleep(holder === null ? 0 : 100)
    }
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
    throw cannotWrite(dirname(lock), error)
  }
}

function inUse(folder: string, lock: string, pid: number | null): StartError {
  if (pid === null) return new StartError(`DATA_DIR: ${lock} cannot be taken; remove it, and start again.`)
  return new StartError(
    `DATA_DIR: another start of the app (process ${pid}) is using ${folder}; stop it, or set another folder.`,
  )
}

/** Returns the living process that holds the lock, or null when the lock may be free now. */
function removeStale(lock: string, draft: string): number | null {
  const holder = read(lock)
  if (holder === null) return null
  const pid = Number(holder.split(' ')[0])
  if (holds(holder, pid)) return pid
  const aside = `${draft}.stale`
  try {
    renameSync(lock, aside)
  } catch {
    return null
  }
  // Between reading and renaming, another start may have put its own lock there: give that one back.
  if (read(aside) !== holder) tryLink(aside, lock)
  rmSync(aside, { force: true })
  return null
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
