import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { askProgram, startProgram } from './child-program.ts'
import { figure } from './markdown.ts'
import { becomeNation } from './nation.ts'
import type { OrderLoad, OrderLoadResult } from './order-load.ts'
import { costTable, isPlacedInTime, limits, type Round, speedTable } from './order-tables.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { forgetStatements, statementCosts } from './statements.ts'
import { waitingTables, watchWaiting } from './waiting.ts'
import { layYardstick, yardstickText } from './yardstick.ts'

/** 48,000 kitchens: in ten minutes at the promised rate each has two orders, and few customers wait for an hour. */
const NATION = 2000
/** Longer than promised, so that no round begins with what the one before has left. */
const DRAIN_SECONDS = 600
/** The two rates between which the largest one lies are brought so near to each other. */
const NEAR_PER_SECOND = 2

type Options = { rate: number; seconds: number; profile: boolean }
type Load = Pick<OrderLoad, 'rate' | 'most_at_once' | 'seconds'>
type Play = (name: string, load: Load) => Promise<Round>

/**
 * Orders placed, paid and confirmed as browsers do it: by 8 and by 32 who never rest, at half of what those reach, at a
 * steady rate, and at the largest rate that keeps the promise.
 */
export async function measureOrders(stage: Stage, options: Options): Promise<Section> {
  const { rate, seconds } = options
  const { db } = stage.database
  const carts = await becomeNation(db, stage.campus, NATION)
  const yardstick = layYardstick()
  const player: Play = (name, load) => play(stage, carts, name, load)
  const short = Math.min(15, seconds)
  await player('warm-up', { rate: 20, most_at_once: 50, seconds: 10 })
  if (options.profile) await forgetStatements(db)
  const few = await player('8 at once', { rate: 0, most_at_once: 8, seconds: short })
  const flat_out = await player('32 at once', { rate: 0, most_at_once: 32, seconds: short })
  const half = Math.max(1, Math.round(perSecond(flat_out) / 2))
  const arriving = (rate: number, seconds: number) =>
    player(`${rate} arrive a second`, { rate, most_at_once: 300, seconds })
  const slow = await arriving(half, short)
  const promised = await arriving(rate, seconds)
  const { largest, tried } = await largestRate(
    isPlacedInTime(slow) ? half : 0,
    Math.ceil(Math.max(perSecond(flat_out), perSecond(promised))),
    (rate) => arriving(rate, Math.min(30, seconds)),
  )
  const rounds = [few, flat_out, slow, promised, ...tried]
  const problems = await findProblems(db, rounds)
  const paid = rounds.reduce((sum, round) => sum + round.result.paid, 0)
  return {
    name: 'orders',
    text: [
      '## Paid orders per second',
      explanation,
      speedTable(rounds),
      `The largest rate at which 99 of a hundred are placed in time: ${figure(largest)} a second.`,
      'Processor time, in milliseconds per paid order:',
      costTable(rounds),
      yardstickText(yardstick()),
      limits(rounds),
      waitingTables([few, flat_out, slow, promised]),
      problems.length === 0
        ? `The eight money invariants hold after ${figure(paid)} paid orders, and every order that a customer saw ` +
          'confirmed is stored.'
        : `✗ ${problems.join('\n✗ ')}`,
      ...(options.profile ? ['### Statements', await statementCosts(db, paid)] : []),
    ].join('\n\n'),
    failed: problems.length > 0,
  }
}

const explanation = [
  'Each customer sends the checkout form, loads the summary, presses Pay, pays at the sandbox, confirms, and loads the',
  'receipt; the webhook, a text message to each vendor and to the customer, and a mail follow. Placing is the checkout',
  'form, counted from the moment the customer arrived; settling is the confirmation. The app (a process that answers',
  'and a worker, as `npm start` has them on two cores), PostgreSQL (fsync on), the sandbox and the customers share the',
  'cores of this machine. 48,000 kitchens of three dishes take orders, with a rider each on duty: on one campus so',
  'many orders would be a queue of days.',
].join('\n')

const perSecond = ({ result }: Round) => result.paid / result.seconds

/** The largest rate between one that keeps the promise and one that is too much, by halving what lies between. */
async function largestRate(kept: number, beyond: number, play: (rate: number) => Promise<Round>) {
  const tried: Round[] = []
  while (beyond - kept > NEAR_PER_SECOND) {
    const rate = Math.round((kept + beyond) / 2)
    const round = await play(rate)
    tried.push(round)
    if (isPlacedInTime(round)) kept = rate
    else beyond = rate
  }
  return { largest: kept, tried }
}

/** Every round has customers of its own. */
let next_number = 0

async function play(stage: Stage, carts: CartLine[][], name: string, load: Load): Promise<Round> {
  const before = spending(stage)
  const watched = watchWaiting(stage)
  const result = await askProgram<OrderLoadResult>(startProgram(new URL('./order-load.ts', import.meta.url)), {
    app_url: stage.app_url,
    sandbox_url: stage.sandbox_url,
    carts,
    first_number: next_number,
    ...load,
  } satisfies OrderLoad)
  next_number += 1_000_000
  const waiting = await watched()
  const outbox = await drain(stage.database.db)
  const after = spending(stage)
  return {
    name,
    result,
    spent: {
      app: after.app - before.app,
      worker: after.worker - before.worker,
      postgres: after.postgres - before.postgres,
      sandbox: after.sandbox - before.sandbox,
      customers: result.processor_seconds,
    },
    waiting,
    outbox,
  }
}

/** Seconds of processor time so far, by process. */
export function spending({ pids }: Pick<Stage, 'pids'>) {
  return {
    app: processorSeconds(pids.app) ?? Number.NaN,
    worker: pids.worker === null ? 0 : (processorSeconds(pids.worker) ?? Number.NaN),
    postgres: familySeconds(pids.postgres) ?? Number.NaN,
    sandbox: processorSeconds(pids.sandbox) ?? Number.NaN,
  }
}

/** Messages not yet sent and webhooks not yet worked on. */
export async function queued(db: Db): Promise<number> {
  const { rows } = await db.execute<{ queued: number }>(sql`
    select (select count(*) from messages where status = 'Queued')::int
      + (select count(*) from provider_events where consumed_at is null)::int as queued`)
  return rows[0]?.queued ?? 0
}

async function drain(db: Db): Promise<Round['outbox']> {
  const began = performance.now()
  const left = await queued(db)
  for (let now = left; ; now = await queued(db)) {
    const seconds = (performance.now() - began) / 1000
    if (now === 0 || seconds > DRAIN_SECONDS) return { left, still: now, seconds }
    await sleep(250)
  }
}

async function findProblems(db: Db, rounds: readonly Round[]): Promise<string[]> {
  const confirmed = rounds.reduce((sum, round) => sum + round.result.paid, 0)
  const { rows } = await db.execute<{ stored: number }>(
    sql`select count(distinct checkout_id)::int as stored from orders`,
  )
  const stored = rows[0]?.stored ?? 0
  const violations = await findViolations(db)
  return [
    ...violations.slice(0, 10).map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`),
    ...(stored < confirmed ? [`${confirmed} orders were confirmed, ${stored} are stored`] : []),
    ...rounds.flatMap(({ name, result, outbox }) => [
      ...Object.entries(result.failures).map(([reason, count]) => `${name}: ${count} × ${reason}`),
      ...(outbox.still > 0 ? [`${name}: ${outbox.still} messages are not sent after ${DRAIN_SECONDS} s`] : []),
    ]),
  ]
}
