import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { MESSAGE_CAPS } from '../domain/settings/definitions.ts'
import { settings } from '../domain/settings/tables.ts'
import { cartOf } from './campus.ts'
import { askProgram, startProgram } from './child-program.ts'
import { figure } from './markdown.ts'
import type { OrderLoad, OrderLoadResult } from './order-load.ts'
import { costTable, limits, type Round, speedTable } from './order-tables.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { forgetStatements, statementCosts } from './statements.ts'

const DRAIN_SECONDS = 30

type Options = { rate: number; seconds: number; profile: boolean }

/** Orders placed, paid and confirmed as browsers do it: as many as possible, half as many, and at a steady rate. */
export async function measureOrders(stage: Stage, options: Options): Promise<Section> {
  const { rate, seconds } = options
  await liftMessageCaps(stage.database.db)
  const short = Math.min(15, seconds)
  await play(stage, 'warm-up', { rate: 20, most_at_once: 50, seconds: 3 })
  if (options.profile) await forgetStatements(stage.database.db)
  const flat_out = await play(stage, '32 at once', { rate: 0, most_at_once: 32, seconds: short })
  const half = Math.max(1, Math.round(flat_out.result.paid / flat_out.result.seconds / 2))
  const rounds = [
    flat_out,
    await play(stage, `${half} arrive a second`, { rate: half, most_at_once: 300, seconds: short }),
    await play(stage, `${rate} arrive a second`, { rate, most_at_once: 300, seconds }),
  ]
  const problems = await findProblems(stage.database.db, rounds)
  const paid = rounds.reduce((sum, round) => sum + round.result.paid, 0)
  return {
    name: 'orders',
    text: [
      '## Paid orders per second',
      explanation,
      speedTable(rounds),
      'Processor time, in milliseconds per paid order:',
      costTable(rounds),
      limits(rounds),
      problems.length === 0
        ? `The eight money invariants hold after ${figure(paid)} paid orders, and every order that a customer saw ` +
          'confirmed is stored.'
        : `✗ ${problems.join('\n✗ ')}`,
      ...(options.profile ? ['### Statements', await statementCosts(stage.database.db, paid)] : []),
    ].join('\n\n'),
    failed: problems.length > 0,
  }
}

const explanation = [
  'Each customer sends the checkout form, loads the summary, presses Pay, pays at the sandbox, confirms, and loads the',
  'receipt; the webhook, a text message to each vendor and to the customer, and a mail follow. Placing is the checkout',
  'form, counted from the moment the customer arrived; settling is the confirmation. The app (a process that answers',
  'and a worker, as `npm start` has them on two cores), PostgreSQL (fsync on), the sandbox and the customers share the',
  'cores of this machine.',
].join('\n')

/** Every round has customers of its own. */
let next_number = 0

/** Lifts the caps, which are made for a campus, or held messages would not be measured. */
export async function liftMessageCaps(db: Db): Promise<void> {
  const value = { recipient_daily_count: 1000, hourly_count: 1_000_000 }
  await db.insert(settings).values({ key: MESSAGE_CAPS.key, value })
}

async function play(
  stage: Stage,
  name: string,
  load: Pick<OrderLoad, 'rate' | 'most_at_once' | 'seconds'>,
): Promise<Round> {
  const carts = Array.from({ length: 120 }, (_, index) => cartOf(stage.campus, index))
  const before = spending(stage)
  const result = await askProgram<OrderLoadResult>(startProgram(new URL('./order-load.ts', import.meta.url)), {
    app_url: stage.app_url,
    sandbox_url: stage.sandbox_url,
    carts,
    first_number: next_number,
    ...load,
  } satisfies OrderLoad)
  next_number += 1_000_000
  const left = await queued(stage.database.db)
  const outbox = await drain(stage.database.db, left)
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

async function drain(db: Db, left: number): Promise<string> {
  const began = performance.now()
  for (let now = left; ; now = await queued(db)) {
    const seconds = (performance.now() - began) / 1000
    if (now === 0) return left === 0 ? 'empty' : `${figure(left)}, empty after ${figure(seconds)} s`
    if (seconds > DRAIN_SECONDS) return `${figure(left)}, still ${figure(now)} after ${figure(seconds)} s`
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
    ...rounds.flatMap(({ name, result }) =>
      Object.entries(result.failures).map(([reason, count]) => `${name}: ${count} × ${reason}`),
    ),
  ]
}
