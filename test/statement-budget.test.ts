import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Campus, cartOf, fillCampus } from '../bench/campus.ts'
import { customer_steps, customerInSteps } from '../bench/customer-steps.ts'
import { httpClient } from '../bench/http-client.ts'
import { askForReports, consumeDueProviderEvents, sendDueMessages } from './due-work.ts'
import { insertRider } from './rider.ts'
import { startTestApp, type TestApp } from './start-app.ts'

/**
 * The most statements of a paid order by step, begin and commit among them (docs/promises.md#paid-orders-a-second).
 * What goes by the clock is not counted: telling screens and workers, at most ten times a second, and counting riders,
 * once a second for all orders (decision 142). What is written together varies with the machine, and what providers
 * allow is asked for in portions, so those steps have room. Where a place is beyond the reach of somebody who walks, as
 * here, the vehicles of who could bring it are asked for. Not here: within four hours of a way's closing the queues of
 * the kitchens are asked for twice more (decision 175).
 */
const budget = {
  'checkout form': 7,
  summary: 2,
  'start payment': 7,
  webhook: 1,
  confirm: 18.2,
  receipt: 2,
  'webhook worked on': 2.2,
  'messages sent': 6,
  'delivery reports received': 2,
  'delivery reports worked on': 2,
} as const
type Step = keyof typeof budget

const ORDERS = 10

let app: TestApp
let campus: Campus
const client = httpClient()
beforeAll(async () => {
  app = await startTestApp(undefined, undefined, undefined, { works: false })
  campus = await fillCampus(app.db)
  // With nobody on duty the summary looks for what else can be had.
  await insertRider(app.db)
})
afterAll(async () => {
  client.close()
  await app.stop()
})

/** Marks what the test itself asks. */
const LOOK = '/* look */'
const not_counted = [LOOK, 'pg_notify', 'as also_busy', '"web_heard"']
const isCounted = (text: string) => !not_counted.some((part) => text.includes(part))

async function until(done: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await app.db.execute<{ done: boolean }>(sql.raw(`select ${LOOK} (${done}) as done`))
      expect(rows[0]?.done).toBe(true)
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** How many outcomes come side by side, and are written together, is a matter of the machine: one round shows it. */
const MOST_ROUNDS = 4

test('a paid order costs no more statements than promised, in any of its steps', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const counted = new Map<Step, number>()
  const count = async (step: Step, work: () => Promise<unknown>) => {
    asked.mockClear()
    await work()
    const each = asked.mock.calls.map(textOf).filter(isCounted).length / ORDERS
    counted.set(step, Math.min(each, counted.get(step) ?? each))
  }
  const services = app.services()
  const play = async (orders_before: number) => {
    // Carts of one kitchen, as most are.
    const people = Array.from({ length: ORDERS }, (_, n) =>
      customerInSteps(client, placesOf(app), orders_before + n, cartOf(campus, 1 + (n % 4))),
    )
    for (const step of customer_steps) {
      await count(step, async () => {
        for (const one of people) await one[step]()
        if (step === 'webhook') await until(`select count(*) = ${orders_before + ORDERS} from provider_events`)
      })
    }
    await count('webhook worked on', () => consumeDueProviderEvents(services))
    await count('messages sent', async () => {
      while ((await sendDueMessages(services)) > 0);
    })
    await count('delivery reports received', () =>
      until('select not exists (select from sms_submissions where ask_at > now())'),
    )
    await count('delivery reports worked on', () => askForReports(services))
  }
  const steps = Object.keys(budget) as Step[]
  const over = () => steps.filter((step) => !((counted.get(step) ?? Number.POSITIVE_INFINITY) <= budget[step]))
  let orders = 0
  try {
    do {
      await play(orders)
      orders += ORDERS
    } while (over().length > 0 && orders < MOST_ROUNDS * ORDERS)
  } finally {
    asked.mockRestore()
    services.close()
  }
  await until(`select count(*) = ${2 * orders} from messages where status = 'Delivered'`)
  expect(over(), `Statements per order: ${JSON.stringify(Object.fromEntries(counted))}`).toEqual([])
})

const placesOf = ({ url, sandbox }: TestApp) => ({ app_url: url, sandbox_url: sandbox.url })

function textOf([question]: readonly unknown[]): string {
  return typeof question === 'string' ? question : (question as { text: string }).text
}
