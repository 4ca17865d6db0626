import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyDisk, fillDisk, ownDisk } from '../bench/cluster/disk.ts'
import { openArena } from './arena.ts'
import { startBusyDay } from './busy-day.ts'
import { judge } from './judge.ts'
import { gatherPeople } from './people.ts'
import type { Measure, Row } from './torment.ts'

const BUSY_MS = 10_000
const FULL_MS = 20_000

/** Fills the disk under the data folder, PostgreSQL and the sandbox's store with it, and makes room again. */
export async function fillTheDisk({ kills, tell }: Measure): Promise<Row[]> {
  const what = 'the data folder has no room'
  const around = mkdtempSync(join(tmpdir(), 'chowgate-disk-'))
  const folder = join(around, 'data')
  mkdirSync(folder)
  const disk = ownDisk(folder)
  if (!disk) {
    rmSync(around, { recursive: true })
    return [{ what, times: 0, remark: 'skipped: it needs root, and a machine that mounts a file', wrong: [] }]
  }
  try {
    const arena = await openArena({ folder })
    try {
      const people = await gatherPeople(arena)
      const day = await startBusyDay(arena, people)
      const times = kills < 500 ? 1 : 3
      for (let n = 1; n <= times; n++) {
        await sleep(BUSY_MS)
        tell(`disk: full, ${n} of ${times}`)
        await fillDisk(folder)
        await sleep(FULL_MS)
        emptyDisk(folder)
      }
      await sleep(BUSY_MS)
      const { done, wrong } = await day.stop()
      people.leave()
      wrong.push(...(await judge(arena, people.bought.all)))
      return [{ what, times, remark: `for ${FULL_MS / 1000} s each; ${done} wishes`, wrong }]
    } finally {
      await arena.stop()
    }
  } finally {
    disk.release()
    rmSync(around, { recursive: true, force: true })
  }
}
