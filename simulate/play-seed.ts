import { isProviderUnavailable } from '../adapters/call-provider.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import type { Campus } from './campus.ts'
import { comeToRest } from './come-to-rest.ts'
import { placeFirstOrders } from './first-orders.ts'
import { differencesFromProvider } from './judge.ts'
import type { Move, Moves, Plan } from './move.ts'
import { admin } from './people/admin.ts'
import { admin_money } from './people/admin-money.ts'
import { customer } from './people/customer.ts'
import { incident_moves } from './people/incidents.ts'
import { kitchen } from './people/kitchen.ts'
import { promoting } from './people/promotions.ts'
import { provider } from './people/provider.ts'
import { bringing } from './people/referrals.ts'
import { rider } from './people/rider.ts'
import { shift_admin, shift_rider, wrongShifts } from './people/shifts.ts'
import { talk, wrongTalks } from './people/talk.ts'
import { worker } from './people/worker.ts'
import type { Turns } from './turns.ts'
import { openWorld, type World } from './world.ts'

export const people = {
  customer,
  friends: bringing,
  promotions: promoting,
  kitchen,
  rider,
  'at the door': incident_moves,
  talk,
  'rider, shifts': shift_rider,
  'admin, shifts': shift_admin,
  admin,
  'admin, money': admin_money,
  worker,
  provider,
} satisfies Moves
type Who = keyof typeof people

/** How often each kind of person is next. */
const weights: Readonly<Record<Who, number>> = {
  customer: 3,
  friends: 1,
  promotions: 0.5,
  kitchen: 4,
  rider: 4,
  'at the door': 2,
  talk: 1.5,
  'rider, shifts': 1,
  'admin, shifts': 0.5,
  admin: 1.5,
  'admin, money': 2,
  worker: 6,
  provider: 0.4,
}
const busy = (Object.keys(weights) as Who[]).map((who) => ({ who, weight: weights[who] }))

const STEPS = 40
const LOOKS_AT_BOOKS = 0.04

/** What became of a move: done, refused with this reason, or nobody knows, because the process died. */
export type Outcome = 'done' | 'died' | 'unknown' | { refused: string }

export type Played = {
  seed: number
  /** How often each move had which outcome. */
  moves: Map<string, number>
  faults: Map<string, number>
  refusals: Map<string, number>
  races: number
  deaths: number
  /** What went wrong, in words; null for nothing. */
  failure: string | null
  story: string[]
  took_ms: number
}

/**
 * Plays one seed: a lunch of people who do things in a sequence, at once, and while processes die; and then judges.
 * `plant` may spoil the world before.
 */
export async function playSeed(
  turns: Turns,
  campus: Campus,
  seed: number,
  plant: (world: World) => void = () => {},
): Promise<Played> {
  const began_ms = performance.now()
  const played: Played = {
    ...{ seed, moves: new Map(), faults: new Map(), refusals: new Map(), races: 0, deaths: 0 },
    ...{ failure: null, story: [], took_ms: 0 },
  }
  const world = await openWorld(turns, campus, seed, (line) => {
    played.story.push(`${world ? clockOf(world) : ''} ${line}`)
  })
  plant(world)
  try {
    await placeFirstOrders(world)
    await playLunch(world, played)
    await comeToRest(world)
    await expectInOrder(world, true)
  } catch (error) {
    played.failure = inWords(error)
  } finally {
    world.close()
  }
  played.faults = world.outside.faults
  played.took_ms = performance.now() - began_ms
  return played
}

async function playLunch(world: World, played: Played): Promise<void> {
  const { chance, outside, clock } = world
  outside.storm = chance.one([0, 0.05, 0.2])
  const race_share = chance.one([0.1, 0.3, 0.5])
  const death_share = chance.one([0, 0.1, 0.2])
  for (let step = 0; step < STEPS; step++) {
    clock.advance(chance.of(0.02) ? 20_000 : chance.one([1, 1, 5, 20, 20, 60, 60, 120, 300]))
    outside.catchUp()
    const first = await next(world)
    const second = chance.of(race_share) ? (chance.of(0.4) ? first : await next(world)) : null
    const racers = second ? [first, second] : [first]
    if (second) played.races++
    const steps = racers.map((racer) =>
      take(world, played, racer, chance.of(death_share) ? chance.whole(0, 25) : undefined),
    )
    // All are waited for, so that nothing of a failed one goes on into the next step.
    for (const ended of await Promise.allSettled(steps)) if (ended.status === 'rejected') throw ended.reason
    if (chance.of(LOOKS_AT_BOOKS)) await expectInOrder(world, false)
  }
}

type Next = { who: string; name: string; plan: Plan }

/** Somebody who has something to do. */
async function next(world: World): Promise<Next> {
  for (;;) {
    const { who } = world.chance.weighed(busy)
    const { name, plan } = world.chance.weighed<Move>(people[who])
    const planned = await plan(world)
    if (planned) return { who, name, plan: planned }
  }
}

/** Does it, as a process of its own that may die on the way, and tells what became of it. Throws what is no refusal. */
export async function take(
  world: World,
  played: Played,
  { who, name, plan }: Next,
  dies_before?: number,
): Promise<void> {
  const told = `${who} ${name}: ${plan.about}`
  try {
    const lived = await world.turns.live(name, plan.act, dies_before)
    plan.after?.(!lived.died)
    note(world, played, { who, name, told }, lived.died ? 'died' : outcomeOf(lived.value))
  } catch (error) {
    plan.after?.(false)
    if (!isSilence(error)) throw new Error(`${told}\n${inWords(error)}`, { cause: error })
    note(world, played, { who, name, told }, 'unknown')
  }
}

/** Nobody knows what happened outside: of one question, or of all that a task asked together. */
function isSilence(error: unknown): boolean {
  return error instanceof AggregateError ? error.errors.every(isSilence) : isProviderUnavailable(error)
}

function note(world: World, played: Played, made: { who: string; name: string; told: string }, outcome: Outcome): void {
  const refused = typeof outcome === 'object' ? outcome.refused : null
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  count(played.moves, `${made.who}|${made.name}|${refused ? 'refused' : outcome}`)
  if (refused) count(played.refusals, refused)
  if (outcome === 'died') played.deaths++
  world.tell(`${made.told} → ${refused ? `refused: ${refused}` : outcome}`)
}

function outcomeOf(value: unknown): Outcome {
  const refused = value instanceof Object && 'ok' in value && value.ok === false && 'reason' in value
  return refused ? { refused: String(value.reason) } : 'done'
}

/** The invariants, and what the provider's own books say. Throws with every difference. */
async function expectInOrder(world: World, at_rest: boolean): Promise<void> {
  const violations = await findViolations(world.db)
  const found = violations.map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`)
  found.push(...(await wrongShifts(world)), ...(await wrongTalks(world)))
  if (world.turns.deadlocks > 0) found.push('a deadlock: locks are taken in one sequence (domain/README.md)')
  if (at_rest) found.push(...(await differencesFromProvider(world)))
  if (found.length > 0) throw new Error(found.join('\n'))
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause ? `\n  because: ${inWords(error.cause)}` : ''
  return error.name === 'Error' && error.message.includes('\n')
    ? error.message
    : `${error.stack ?? error.message}${cause}`
}

const clockOf = ({ clock }: World) => clock.now().toISOString().slice(5, 19).replace('T', ' ')
