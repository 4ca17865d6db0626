import { setTimeout as sleep } from 'node:timers/promises'
import { openArena } from './arena.ts'
import { startBusyDay } from './busy-day.ts'
import { judge } from './judge.ts'
import { gatherPeople } from './people.ts'
import type { Measure, Row } from './torment.ts'

const HOUR_S = 3600
const BETWEEN_MS = 15_000

/** Where the app's clock is after each jump, in seconds from the right time. */
const jumps = [30, -30, 600, 0, -600, 0, 2 * HOUR_S, 0, -2 * HOUR_S, 0, 24 * HOUR_S, 0, -24 * HOUR_S, 0]

/** Sets the clock of every process of the app, to and fro, while everybody is busy; the provider's stays right. */
export async function jumpWithTheClock({ tell }: Measure): Promise<Row[]> {
  const arena = await openArena()
  try {
    const people = await gatherPeople(arena)
    const day = await startBusyDay(arena, people)
    for (const seconds of jumps) {
      await sleep(BETWEEN_MS)
      arena.moveClock(seconds)
      tell(`clock: ${seconds} s from the right time`)
    }
    await sleep(BETWEEN_MS)
    const { done, wrong } = await day.stop()
    people.leave()
    wrong.push(...(await judge(arena, people.bought.all)))
    const remark = `its Date is moved, not the machine; ${done} wishes`
    return [{ what: 'the clock jumps by seconds to a day', times: jumps.length, remark, wrong }]
  } finally {
    await arena.stop()
  }
}
