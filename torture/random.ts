import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../domain/seeded-random.ts'
import { type Arena, openArena, type Pids } from './arena.ts'
import { startBusyDay } from './busy-day.ts'
import { judge } from './judge.ts'
import { gatherPeople } from './people.ts'
import type { Measure, Row } from './torment.ts'

/** Between two kills; at times two come together. */
const LONGEST_PAUSE_MS = 3000
const TOLD_EVERY = 25

/** Whom it hits, and how often: PostgreSQL's own processes and the sandbox with its store are among them. */
const victims: readonly { who: keyof Pids; weight: number }[] = [
  { who: 'webs', weight: 4 },
  { who: 'workers', weight: 4 },
  { who: 'supervisor', weight: 2 },
  { who: 'sandbox', weight: 2 },
  { who: 'postmaster', weight: 2 },
  { who: 'backends', weight: 1 },
]
const lots = victims.flatMap(({ who, weight }) => Array.from({ length: weight }, () => who))

/** Kills whatever runs, at any moment, while everybody is busy; whom and when follows from the seed. */
export async function killAtRandom({ seed, kills, tell }: Measure): Promise<Row[]> {
  const arena = await openArena({ quick_successors: true })
  try {
    const people = await gatherPeople(arena)
    const day = await startBusyDay(arena, people)
    const killed = await strike(arena, { seed, kills, tell })
    await arena.restart()
    const { done, wrong } = await day.stop()
    people.leave()
    tell(`random: ${done} wishes fulfilled; now it is judged`)
    wrong.push(...(await judge(arena, people.bought.all)))
    const whom = Object.entries(killed).map(([who, times]) => `${who} ${times}`)
    return [
      { what: `kills at random, seed ${seed}`, times: kills, remark: `${whom.join(', ')}; ${done} wishes`, wrong },
    ]
  } finally {
    await arena.stop()
  }
}

async function strike(
  arena: Arena,
  { seed, kills, tell }: Pick<Measure, 'seed' | 'kills' | 'tell'>,
): Promise<Record<string, number>> {
  const random = seededRandom(seed)
  const pick = <One>(from: readonly One[]) => from[Math.floor(random() * from.length)]
  const killed: Record<string, number> = {}
  for (let n = 0; n < kills; ) {
    await sleep(random() * LONGEST_PAUSE_MS)
    const who = pick(lots) ?? 'webs'
    if (who === 'supervisor') await arena.restart()
    else {
      const pid = pick([arena.pids()[who]].flat())
      // It was killed a moment ago, and its successor is not there yet.
      if (pid === undefined) continue
      process.kill(pid, 'SIGKILL')
    }
    killed[who] = (killed[who] ?? 0) + 1
    n += 1
    if (n % TOLD_EVERY === 0) tell(`random: ${n} of ${kills} kills`)
  }
  return killed
}
