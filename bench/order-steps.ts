import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { cartOf } from './campus.ts'
import { customer_steps, customerInSteps } from './customer-steps.ts'
import { httpClient } from './http-client.ts'
import { figure, table } from './markdown.ts'
import { liftMessageCaps, queued, spending } from './orders.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { forgetStatements, statementCount } from './statements.ts'

const ORDERS = 160
const WARM_UP = 80
const AT_ONCE = 8
const MOST_SECONDS = 60

type Cost = { step: string; statements: number; app_ms: number; worker_ms: number; postgres_ms: number }

/**
 * What each step of a paid order costs: everybody takes one step before anybody takes the next, and the worker is
 * stopped until all have their receipt.
 */
export async function measureSteps(stage: Stage): Promise<Section> {
  const { db } = stage.database
  await liftMessageCaps(db)
  const client = httpClient()
  const people = Array.from({ length: WARM_UP + ORDERS }, (_, n) =>
    customerInSteps(client, stage, n, cartOf(stage.campus, n)),
  )
  await together(people.slice(0, WARM_UP), async (one) => {
    for (const step of customer_steps) await one[step]()
  })
  await untilQuiet(stage)
  const costs: Cost[] = []
  const measure = async (step: string, work: () => Promise<void>) => {
    await forgetStatements(db)
    const before = spending(stage)
    await work()
    const after = spending(stage)
    const each = (seconds: number) => (seconds * 1000) / ORDERS
    costs.push({
      step,
      statements: (await statementCount(db)) / ORDERS,
      app_ms: each(after.app - before.app),
      worker_ms: each(after.worker - before.worker),
      postgres_ms: each(after.postgres - before.postgres),
    })
  }
  const measured = people.slice(WARM_UP)
  const worker = stage.pids.worker ?? 0
  process.kill(worker, 'SIGSTOP')
  try {
    for (const step of customer_steps) {
      await measure(step, async () => {
        await together(measured, (one) => one[step]())
        if (step === 'webhook') await until(stage, sql`select count(*) >= ${people.length} from provider_events`)
      })
    }
  } finally {
    process.kill(worker, 'SIGCONT')
  }
  await measure('worker', () => untilQuiet(stage))
  client.close()
  return {
    name: 'steps',
    text: ['## A paid order by step', explanation, costsTable(costs)].join('\n\n'),
    failed: false,
  }
}

const explanation = [
  `Means of ${ORDERS} orders, ${AT_ONCE} at once, each step taken by all before anybody takes the next, and the worker`,
  'stopped until all have their receipt. Its line is what is left then: the webhooks, the messages (a text message to',
  'each vendor and to the customer, a mail), their delivery reports, and what it asks while it waits for those.',
  'Statements are all that PostgreSQL counts, begin and commit among them; times are milliseconds of processor time.',
].join('\n')

async function together<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const one = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** Waits until everything due is done, and every text message has its report. */
async function untilQuiet(stage: Stage): Promise<void> {
  await until(stage, sql`select not exists (select from sms_submissions where outcome is null)`)
  while ((await queued(stage.database.db)) > 0) await sleep(500)
}

async function until(stage: Stage, done: ReturnType<typeof sql>): Promise<void> {
  const began = performance.now()
  for (;;) {
    const { rows } = await stage.database.db.execute<{ done: boolean }>(sql`select (${done}) as done`)
    if (rows[0]?.done) return
    if (performance.now() - began > MOST_SECONDS * 1000) throw new Error('The app is not done with its work')
    await sleep(500)
  }
}

function costsTable(costs: readonly Cost[]): string {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0)
  const all: Cost = {
    step: 'in all',
    statements: sum((cost) => cost.statements),
    app_ms: sum((cost) => cost.app_ms),
    worker_ms: sum((cost) => cost.worker_ms),
    postgres_ms: sum((cost) => cost.postgres_ms),
  }
  return table(
    ['step', 'statements', 'app', 'worker', 'PostgreSQL', 'together'],
    [...costs, all].map(({ step, statements, app_ms, worker_ms, postgres_ms }) => [
      step,
      figure(statements, 1),
      figure(app_ms, 2),
      figure(worker_ms, 2),
      figure(postgres_ms, 2),
      figure(app_ms + worker_ms + postgres_ms, 2),
    ]),
  )
}
