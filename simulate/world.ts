import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import type { Clock } from '../domain/clock.ts'
import { movableClock } from '../domain/clock.ts'
import { lockCarriers } from '../domain/delivery/riders/carriers.ts'
import { reactions } from '../domain/reactions.ts'
import { type Campus, NOON } from './campus.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Outside, openOutside } from './outside.ts'
import { playChance } from './play-chance.ts'
import type { Turns } from './turns.ts'

/** A checkout as its customer knows it. */
export type Placed = { link_token: string; tx_ref: string; total_kobo: number; key: string }

export type World = {
  turns: Turns
  chance: Chance
  clock: Clock & { advance(seconds: number): void }
  campus: Campus
  outside: Outside
  deps: ReturnType<typeof depsOf>
  /** For looking around between two steps. */
  db: Turns['database']['db']
  checkouts: Placed[]
  /** Group orders, by what their members know them by, the starter first. */
  groups: { token: string; secrets: string[] }[]
  /** Whether messages are sent in this seed; in the others they only wait in the outbox, which is quicker. */
  posts: boolean
  /** A line of the story. */
  tell(line: string): void
  close(): void
}

/** The campus of a seed, at noon, with the provider's empty books. */
export async function openWorld(
  turns: Turns,
  campus: Campus,
  seed: number,
  tell: (line: string) => void,
): Promise<World> {
  const chance = chanceOf(seed)
  turns.begin(chanceOf(seed + 0.5 * 2 ** 31))
  const clock = movableClock(NOON)
  await turns.database.pool.query(campus.restore)
  const stopChance = playChance(chanceOf(seed + 0.25 * 2 ** 31))
  const outside = openOutside({ clock, chance, turns, noted: tell })
  return {
    turns,
    chance,
    clock,
    campus,
    outside,
    deps: depsOf(turns, clock, outside),
    db: turns.database.db,
    checkouts: [],
    groups: [],
    posts: chance.of(0.25),
    tell,
    close() {
      stopChance()
      outside.close()
    },
  }
}

function depsOf(turns: Turns, clock: Clock, outside: Outside) {
  const { db } = turns.database
  const announce = reactions({ public_url: 'http://localhost:3000' })
  const deps = { db, clock, announce, lockCarriers, second_sms: null, ...outside.adapters }
  return { ...deps, confirmPayment: (question: { tx_ref: string }) => settleCheckout(deps, question) }
}
