import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from 'node:fs'

/** Room for a hundred thousand orders and the log that the standby may still want; it is there when it is used. */
const BYTES = 3 * 2 ** 30

/** A disk of its own for one folder, out of a file. Null where this machine does not allow it. */
export function ownDisk(folder: string): { release(): void } | null {
  const file = `${folder}.disk`
  mkdirSync(folder, { recursive: true })
  const opened = openSync(file, 'w')
  ftruncateSync(opened, BYTES)
  closeSync(opened)
  try {
    execFileSync('mkfs.ext4', ['-q', '-m', '0', file], { stdio: 'ignore' })
    execFileSync('mount', ['-o', 'loop', file, folder], { stdio: 'ignore' })
  } catch {
    rmSync(file)
    return null
  }
  return {
    release() {
      execFileSync('umount', [folder], { stdio: 'ignore' })
      rmSync(file)
    },
  }
}
