import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** A process that has ended but was not yet reaped by its parent is not alive. */
export function isAlive(pid: number): boolean {
  if (statOf(pid)?.[0] === 'Z') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** When a process began, in its system's format: distinguishes it from a later one with the same number. */
export function beginningOf(pid: number): string | null {
  return statOf(pid)?.[19] ?? ps(pid, 'lstart')
}

/** The fields of /proc/PID/stat from the state on; before it comes a name in parentheses that may contain spaces. */
function statOf(pid: number): string[] | undefined {
  const stat = readProc(pid, 'stat')
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

export function commandLineOf(pid: number): string | null {
  return readProc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? ps(pid, 'args')
}

/** The working folder of a process, if the system tells. */
export function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function readProc(pid: number, file: 'stat' | 'cmdline'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}

/** For systems without /proc, such as macOS. */
function ps(pid: number, column: 'lstart' | 'args'): string | null {
  try {
    const columns = ['-ww', '-o', `${column}=`, '-p', String(pid)]
    return execFileSync('ps', columns, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
  } catch {
    return null
  }
}
