import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { noAftermath } from '../db/after-commit.ts'
import type { Db } from '../db/handle.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { order_keys } from '../domain/delivery/tables.ts'
import { kobo } from '../domain/money.ts'
import { tellScreens } from '../domain/notifications/bell/tell-screens.ts'
import { order_history, orders } from '../domain/orders/tables.ts'
import { askProgram, startProgram, stopProgram } from './child-program.ts'
import { figure, table, verdict } from './markdown.ts'
import { residentMegabytes } from './memory.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { percentile } from './statistics.ts'
import type { StreamLoad, StreamLoadResult } from './stream-load.ts'

const STREAMS = 10_000
const PROMISED_MS = 1000
const PORTION = 1000
const ROUNDS = 5

/** Ten thousand open tracking pages, each of an order of its own; then one commit has news for every order. */
export async function measureStreams(stage: Stage): Promise<Section> {
  const { db } = stage.database
  const tokens = await makeOrders(db, stage.campus.largest_vendor_id)
  const load = startProgram(new URL('./stream-load.ts', import.meta.url))
  const ask = (question: StreamLoad) => askProgram<StreamLoadResult>(load, question)
  try {
    const before = residentMegabytes(stage.pids.app)
    const began = performance.now()
    const port = Number(new URL(stage.app_url).port)
    const { open } = await ask({ kind: 'open', port, paths: tokens.map((token) => `/track/${token}/live`) })
    const opening_seconds = (performance.now() - began) / 1000
    const kilobytes_each = ((residentMegabytes(stage.pids.app) - before) * 1000) / open
    const delays: number[][] = []
    const order_ids = (await db.select({ id: orders.id }).from(orders)).map(({ id }) => id)
    for (let round = 0; round < ROUNDS; round++) {
      const heard = ask({ kind: 'await' })
      const committed_at_ms = Date.now()
      await tellScreens(db, { ...noAftermath(), orders: new Set(order_ids) })
      delays.push((await heard).heard_at_ms.map((at_ms) => at_ms - committed_at_ms))
    }
    const listeners = await listenersOf(db)
    return {
      name: 'streams',
      text: [
        '## Open tracking pages',
        `${figure(open)} event streams on one process of the app, each of another order, opened in ` +
          `${figure(opening_seconds)} s, ${figure(kilobytes_each, 1)} KB of memory each, ${listeners} connection ` +
          'of the database that listens. Then all orders have news in one commit; the delays are counted from that ' +
          'commit until a stream has heard of it.',
        table(['update', 'heard by', 'p50', 'p99', 'last', 'promise'], delays.map(row)),
      ].join('\n\n'),
      failed: delays.some((round) => round.length < open),
    }
  } finally {
    await stopProgram(load)
  }
}

function row(delays: readonly number[], round: number): string[] {
  const last = Math.max(...delays)
  return [
    String(round + 1),
    figure(delays.length),
    `${figure(percentile(delays, 0.5))} ms`,
    `${figure(percentile(delays, 0.99))} ms`,
    `${figure(last)} ms`,
    `${figure(PROMISED_MS)} ms ${verdict(last <= PROMISED_MS)}`,
  ]
}

/** Rows as the verbs leave them for a newly paid order, without the money, which is not needed here. */
async function makeOrders(db: Db, vendor_id: string): Promise<string[]> {
  const now = new Date()
  const tokens: string[] = []
  for (let made = 0; made < STREAMS; made += PORTION) {
    const portion = Array.from({ length: PORTION }, () => ({
      id: randomUUID(),
      tx_ref: `CHOW-${randomUUID()}`,
    }))
    const person = { email: 'ada@example.com', address: 'Room 12, Jadesola Hall' }
    await db.insert(checkouts).values(
      portion.map(({ id, tx_ref }) => ({
        ...person,
        id,
        tx_ref,
        link_token: randomBytes(18).toString('base64url'),
        idempotency_key: id,
        first_name: 'Ada',
        last_name: 'Obi',
        phone: '+2348031234567',
        lines: [],
        subtotal: kobo(1_500_00),
        delivery_fee: kobo(600_00),
        total: kobo(2_100_00),
        created_at: now,
      })),
    )
    const placed = await db
      .insert(orders)
      .values(
        portion.map(({ id, tx_ref }) => ({
          vendor_id,
          checkout_id: id,
          user_email: person.email,
          customer_name: 'Ada Obi',
          customer_phone: '+2348031234567',
          customer_address: person.address,
          items: [{ name: 'Jollof Rice', price_kobo: kobo(1_500_00), quantity: 1 }],
          total_price: kobo(1_500_00),
          vendor_share: kobo(1_500_00),
          delivery_fee: kobo(600_00),
          grand_total: kobo(2_100_00),
          created_at: now,
          payment_reference: tx_ref,
        })),
      )
      .returning({ id: orders.id })
    const keys = placed.map(({ id }) => ({
      order_id: id,
      track_token: randomBytes(12).toString('base64url'),
      pin: '0000',
    }))
    await db.insert(order_keys).values(keys)
    await db.insert(order_history).values(
      placed.map(({ id }) => ({
        order_id: id,
        verb: 'place' as const,
        to_status: 'Pending' as const,
        role: 'customer' as const,
        moved_at: now,
        recorded_at: now,
      })),
    )
    tokens.push(...keys.map((key) => key.track_token))
  }
  return tokens
}

async function listenersOf(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where application_name = 'news'`,
  )
  return rows[0]?.count ?? 0
}
