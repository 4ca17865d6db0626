import { setTimeout as sleep } from 'node:timers/promises'
import { control } from '../test/control.ts'
import { type Arena, openArena } from './arena.ts'
import { judge, judgeInPassing } from './judge.ts'
import { gatherPeople } from './people.ts'
import { isLaidOut, type Moment, moments } from './preload/plan.ts'
import { type Story, storiesOf, type Trap } from './stories.ts'
import type { Measure, Row } from './torment.ts'

/** So long may a killed process' successor take; then the whole app is started again. */
const SUCCESSOR_MS = 30_000
/** A task that began before it was held has ended by then. */
const HOLD_MS = 300

/**
 * Kills the process at each await of pay, webhook, refund, payout and hand-over: before anything leaves it, and with
 * the question on its way, its answer never heard. After an await is before the next one.
 */
export async function killAtEveryAwait(measure: Measure): Promise<Row[]> {
  const arena = await openArena({ quick_successors: true })
  try {
    const at_provider = control({ sandbox: { url: arena.sandbox_url } })
    await at_provider.behave({ transfer: 'successful', settle_seconds: 1 })
    const people = await gatherPeople(arena)
    const rows: Row[] = []
    for (const story of storiesOf(arena, people).filter(({ name }) => name.includes(measure.part))) {
      const row = await killThrough(arena, story, measure)
      rows.push(row)
      measure.tell(`${row.what}: ${row.times} kills, ${row.remark ?? ''} ${row.wrong.join('; ')}`)
    }
    people.leave()
    const gave_up = Object.entries(people.bought.gave_up).map(([why, times]) => `${times} customers went away: ${why}`)
    const wrong = [...gave_up, ...(await judge(arena, people.bought.all))]
    return [...rows, { what: 'all of these, once calm', times: people.bought.all.length, remark: 'purchases', wrong }]
  } finally {
    await arena.stop()
  }
}

async function killThrough(arena: Arena, story: Story, { stride }: Measure): Promise<Row> {
  const wrong: string[] = []
  let [kills, nth, last] = [0, 1, 0]
  try {
    for (let missed = 0; missed < 2; ) {
      const sprung = await killEachMoment(arena, story, nth)
      kills += sprung
      // A trap that nobody stepped into was behind the last await, or the work was done before it was set.
      missed = sprung === 0 ? missed + 1 : 0
      if (sprung === 0) continue
      last = nth
      nth += stride
    }
  } catch (error) {
    wrong.push(`at await ${nth}: ${error instanceof Error ? error.message : error}`)
  }
  arena.plan(null)
  wrong.push(...(await judgeInPassing(arena)))
  return { what: story.name, times: kills, remark: `${last} awaits`, wrong }
}

async function killEachMoment(arena: Arena, story: Story, nth: number): Promise<number> {
  let sprung = 0
  for (const moment of moments) {
    await someoneAlive(arena)
    const trap = trapFor(arena, story, nth, moment)
    await story.play(trap)
    if (trap.isSprung()) sprung += 1
    arena.plan(null)
  }
  return sprung
}

function trapFor(arena: Arena, { scope }: Story, nth: number, moment: Moment): Trap {
  let armed = false
  return {
    async hold() {
      arena.plan({ scope, nth, moment, held: true })
      await sleep(HOLD_MS)
    },
    async arm() {
      arena.plan({ scope, nth, moment, held: false })
      armed = true
    },
    isSprung: () => armed && !isLaidOut(arena.plan_file),
  }
}

async function someoneAlive(arena: Arena): Promise<void> {
  const give_up_at_ms = performance.now() + SUCCESSOR_MS
  for (;;) {
    const { webs, workers } = arena.pids()
    if (webs.length > 0 && workers.length > 0) return
    if (performance.now() > give_up_at_ms) return arena.restart()
    await sleep(100)
  }
}
