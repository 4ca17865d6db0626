import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, globSync, mkdirSync, openSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Takes all the room there is, and what becomes free a moment later. It complains of the end that it was sent to. */
export async function fillDisk(folder: string): Promise<void> {
  for (let n = 0; n < 5; n++) {
    const { bavail, bsize } = statfsSync(folder)
    spawnSync('fallocate', ['-l', `${bavail * bsize}`, join(folder, `ballast${n}`)])
    await sleep(200)
  }
}

/** Gives the room back. */
export function emptyDisk(folder: string): void {
  for (const file of globSync(join(folder, 'ballast*'))) rmSync(file)
}
