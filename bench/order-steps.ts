import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { customer_steps, customerInSteps } from './customer-steps.ts'
import { httpClient } from './http-client.ts'
import { figure, table } from './markdown.ts'
import { becomeNation } from './nation.ts'
import { queued, spending } from './orders.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { forgetStatements, type StatementCost, statementsOf } from './statements.ts'
import { layYardstick, yardstickText } from './yardstick.ts'

/** 720 kitchens, so that none gets a queue. */
const NATION = 30
/** What runs often is compiled by V8 only after a while: so many times as many orders come first. */
const WARM_UP = 1.5
const AT_ONCE = 8
const MOST_SECONDS = 900
/** What costs less is not listed. */
const LEAST_CALLS = 0.05

type Cost = {
  step: string
  statements: readonly StatementCost[]
  app_ms: number
  worker_ms: number
  postgres_ms: number
}

/**
 * What each step of a paid order costs: everybody takes one step before anybody takes the next, and the worker is
 * stopped until all have their receipt.
 */
export async function measureSteps(stage: Stage, { orders }: { orders: number }): Promise<Section> {
  const { db } = stage.database
  const warm_up = Math.round(orders * WARM_UP)
  const carts = await becomeNation(db, stage.campus, NATION)
  // The function of its index on words would be counted for each row that is looked at.
  await db.execute(sql`alter table orders set (autovacuum_enabled = false)`)
  const client = httpClient()
  const people = Array.from({ length: warm_up + orders }, (_, n) =>
    customerInSteps(client, stage, n, carts[n % carts.length] ?? []),
  )
  await together(people.slice(0, warm_up), async (one) => {
    for (const step of customer_steps) await one[step]()
  })
  await untilQuiet(stage)
  const costs: Cost[] = []
  const measure = async (step: string, work: () => Promise<void>) => {
    await forgetStatements(db)
    const before = spending(stage)
    await work()
    const after = spending(stage)
    const each = (seconds: number) => (seconds * 1000) / orders
    costs.push({
      step,
      statements: await statementsOf(db, orders),
      app_ms: each(after.app - before.app),
      worker_ms: each(after.worker - before.worker),
      postgres_ms: each(after.postgres - before.postgres),
    })
  }
  const yardstick = layYardstick()
  const measured = people.slice(warm_up)
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
    text: [
      '## A paid order by step',
      explain(orders, warm_up),
      costsTable(costs),
      yardstickText(yardstick()),
      its_statements,
      statementsTable(costs),
    ].join('\n\n'),
    failed: false,
  }
}

const explain = (orders: number, warm_up: number) =>
  [
    `Means of ${orders} orders after ${warm_up} others, ${AT_ONCE} at once, each step taken by all before anybody`,
    'takes the next, and the worker stopped until all have their receipt.',
    'Its line is what is left then: the webhooks, the messages (a text message to',
    'each vendor and to the customer, a mail), their delivery reports, and what it asks while it waits for those.',
    'Statements are all that PostgreSQL counts, begin and commit among them; times are milliseconds of processor time.',
  ].join('\n')

const its_statements = [
  'What each step asks PostgreSQL, by what is done to which table first: how often for an order, and the milliseconds',
  'that its execution takes for an order (by the clock, without reading and planning it).',
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

const countOf = ({ statements }: Cost) => statements.reduce((sum, { calls }) => sum + calls, 0)

function costsTable(costs: readonly Cost[]): string {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0)
  const all: Cost = {
    step: 'in all',
    statements: costs.flatMap(({ statements }) => statements),
    app_ms: sum((cost) => cost.app_ms),
    worker_ms: sum((cost) => cost.worker_ms),
    postgres_ms: sum((cost) => cost.postgres_ms),
  }
  return table(
    ['step', 'statements', 'app', 'worker', 'PostgreSQL', 'together'],
    [...costs, all].map((cost) => [
      cost.step,
      figure(countOf(cost), 1),
      figure(cost.app_ms, 2),
      figure(cost.worker_ms, 2),
      figure(cost.postgres_ms, 2),
      figure(cost.app_ms + cost.worker_ms + cost.postgres_ms, 2),
    ]),
  )
}

function statementsTable(costs: readonly Cost[]): string {
  const rows = costs.flatMap(({ step, statements }) =>
    statements.filter(({ calls }) => calls >= LEAST_CALLS).map((statement) => ({ step, ...statement })),
  )
  return table(
    ['step', 'statement', 'calls', 'ms'],
    rows.map(({ step, what, calls, ms }) => [step, what, figure(calls, 2), figure(ms, 3)]),
  )
}
