import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { findViolations } from '../domain/payments/invariants.ts'
import { cartOf } from './campus.ts'
import { askProgram, startProgram } from './child-program.ts'
import { figure, table, verdict } from './markdown.ts'
import type { OrderLoad, OrderLoadResult } from './order-load.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { forgetStatements, statementCosts } from './statements.ts'
import { percentile } from './statistics.ts'

const PROMISED_PER_SECOND = 158
const PROMISED_PLACING_MS = 250
const DRAIN_SECONDS = 60

type Options = { rate: number; seconds: number; profile: boolean }

type Round = {
  name: string
  result: OrderLoadResult
  /** Seconds of processor time, by process. */
  spent: Record<'app' | 'postgres' | 'sandbox' | 'customers', number>
  outbox: string
}

/** Orders placed, paid and confirmed as browsers do it: as many as go, and then at a steady rate. */
export async function measureOrders(stage: Stage, options: Options): Promise<Section> {
  const flat_out = { rate: 0, most_at_once: 32, seconds: Math.min(20, options.seconds) }
  const steady = { rate: options.rate, most_at_once: 1000, seconds: options.seconds }
  await play(stage, 'warm-up', { rate: 20, most_at_once: 50, seconds: 3 }, 0)
  if (options.profile) await forgetStatements(stage.database.db)
  const rounds = [
    await play(stage, '32 at once', flat_out, 1_000_000),
    await play(stage, `${options.rate} arrive a second`, steady, 2_000_000),
  ]
  const problems = await findProblems(stage.database.db, rounds)
  const paid = rounds.reduce((sum, round) => sum + round.result.paid, 0)
  return {
    name: 'orders',
    text: [
      '## Paid orders per second',
      explanation,
      table(
        ['customers', 'paid', 'paid/s', 'promise', 'placing p50', 'p99', 'promise', 'settling p50', 'p99'],
        rounds.map(speedRow),
      ),
      'Processor time, in milliseconds per paid order:',
      table(
        ['customers', 'app', 'PostgreSQL', 'sandbox', 'customers played', 'cores busy', 'outbox afterwards'],
        rounds.map(costRow),
      ),
      limits(rounds),
      problems.length === 0
        ? `The seven money invariants hold after ${figure(paid)} paid orders, and every order that a customer saw confirmed is stored.`
        : `✗ ${problems.join('\n✗ ')}`,
      ...(options.profile ? ['### Statements', await statementCosts(stage.database.db, paid)] : []),
    ].join('\n\n'),
    failed: problems.length > 0,
  }
}

const explanation = [
  'Each customer sends the checkout form, loads the summary, presses Pay, pays at the sandbox, confirms, and loads the',
  'receipt; the webhook, a text message to each vendor and to the customer, and a mail follow. Placing is the checkout',
  'form, counted from the moment the customer arrived; settling is the confirmation. The app (one process), PostgreSQL',
  '(fsync on), the sandbox and the customers share the cores of this machine.',
].join('\n')

async function play(
  stage: Stage,
  name: string,
  load: Pick<OrderLoad, 'rate' | 'most_at_once' | 'seconds'>,
  first_number: number,
): Promise<Round> {
  const carts = Array.from({ length: 120 }, (_, index) => cartOf(stage.campus, index))
  const before = spending(stage)
  const result = await askProgram<OrderLoadResult>(
    startProgram(new URL('./order-load.ts', import.meta.url)),
    {
      app_url: stage.app_url,
      sandbox_url: stage.sandbox_url,
      carts,
      first_number,
      ...load,
    } satisfies OrderLoad,
  )
  const left = await queued(stage.database.db)
  const outbox = await drain(stage.database.db, left)
  const after = spending(stage)
  return {
    name,
    result,
    spent: {
      app: after.app - before.app,
      postgres: after.postgres - before.postgres,
      sandbox: after.sandbox - before.sandbox,
      customers: result.processor_seconds,
    },
    outbox,
  }
}

function spending({ pids }: Stage) {
  return {
    app: processorSeconds(pids.app) ?? Number.NaN,
    postgres: familySeconds(pids.postgres) ?? Number.NaN,
    sandbox: processorSeconds(pids.sandbox) ?? Number.NaN,
  }
}

/** Messages not yet sent and webhooks not yet worked on. */
async function queued(db: Db): Promise<number> {
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
    ...violations
      .slice(0, 10)
      .map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`),
    ...(stored < confirmed ? [`${confirmed} orders were confirmed, ${stored} are stored`] : []),
    ...rounds.flatMap(({ name, result }) =>
      Object.entries(result.failures).map(([reason, count]) => `${name}: ${count} × ${reason}`),
    ),
  ]
}

function speedRow({ name, result }: Round): string[] {
  const per_second = result.paid / result.seconds
  const placing_p99 = percentile(result.placing_ms, 0.99)
  return [
    name,
    figure(result.paid),
    figure(per_second, 1),
    `${PROMISED_PER_SECOND} ${verdict(per_second >= PROMISED_PER_SECOND * 0.99)}`,
    `${figure(percentile(result.placing_ms, 0.5))} ms`,
    `${figure(placing_p99)} ms`,
    `${PROMISED_PLACING_MS} ms ${verdict(placing_p99 <= PROMISED_PLACING_MS)}`,
    `${figure(percentile(result.settling_ms, 0.5))} ms`,
    `${figure(percentile(result.settling_ms, 0.99))} ms`,
  ]
}

/** What the processor time allows, whoever else uses the machine. */
function limits(rounds: readonly Round[]): string {
  const cheapest = (cost: (round: Round) => number) =>
    Math.min(...rounds.map((round) => (cost(round) * 1000) / round.result.paid))
  const app_ms = cheapest(({ spent }) => spent.app)
  const all_ms = cheapest(({ spent }) => spent.app + spent.postgres)
  const cores = cpus().length
  return [
    `By processor time alone, one process of the app ends at ${figure(1000 / app_ms)} orders a second, and`,
    `${cores} cores with nothing but the app and PostgreSQL on them at ${figure((cores * 1000) / all_ms)}.`,
  ].join(' ')
}

function costRow({ name, result, spent, outbox }: Round): string[] {
  const each = (seconds: number) => figure((seconds * 1000) / result.paid, 1)
  const all = spent.app + spent.postgres + spent.sandbox + spent.customers
  return [
    name,
    each(spent.app),
    each(spent.postgres),
    each(spent.sandbox),
    each(spent.customers),
    figure(all / result.seconds, 2),
    outbox,
  ]
}
