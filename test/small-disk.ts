import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine lets us have small disks: not without root, nor in most containers. */
export function mayMount(): boolean {
  const disk = mkdtempSync(join(tmpdir(), 'chowgate-mount-'))
  try {
    mountSmallDisk(disk, 'size=1m')
    execFileSync('umount', [disk])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(disk)
  }
}

/** A disk in memory, of a size or a number of files that `options` say. */
export function mountSmallDisk(disk: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' })
}
