import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll } from 'vitest'
import { webPush } from '../adapters/messages/web-push.ts'
import { flutterwave } from '../adapters/payments/flutterwave.ts'
import { flutterwaveTransfers } from '../adapters/payments/flutterwave-transfers.ts'
import type { Db } from '../db/handle.ts'
import type { WeekHours } from '../domain/catalog/hours/opening-hours.ts'
import { giveSlug } from '../domain/catalog/lists/slug.ts'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { movableClock } from '../domain/clock.ts'
import { kobo } from '../domain/money.ts'
import { reactions } from '../domain/reactions.ts'
import { type SandboxOptions, startSandbox } from '../sandbox/start.ts'
import { pseudonyms } from '../server/pseudonyms.ts'
import { ada, nowhere } from './ada.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const keys = {
  secret_key: 'FLWSECK_TEST-test0000000000-X',
  public_key: 'FLWPUBK_TEST-test0000000000-X',
  webhook_secret: 'webhook-secret-of-the-tests',
  paystack_secret_key: 'sk_test_tests',
  smarthive_api_key: 'smarthive-key-of-the-tests',
}

/** A Tuesday at 12:00 on the campus: lunch time, everything open. */
export const LUNCH_TIME = new Date('2026-03-10T11:00:00Z')

const all_day = [{ opens: '00:00', closes: '24:00' }]
export const ALWAYS_OPEN: WeekHours = [all_day, all_day, all_day, all_day, all_day, all_day, all_day]

/** A world for the tests of one file, closed after the last of them. */
export async function worldOfFile(...given: Parameters<typeof createWorld>): Promise<World> {
  const world = await createWorld(...given)
  afterAll(() => world.close())
  return world
}

/** A real database, the sandbox and the verbs' dependencies, with a clock that the test moves. */
export async function createWorld(sandbox_options: Partial<SandboxOptions> = {}, given?: TestDatabase) {
  const database = given ?? (await createTestDatabase())
  const sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    data_dir: null,
    webhook_url: null,
    app_url: 'http://localhost:3000',
    ...keys,
    ...sandbox_options,
  })
  const clock = movableClock(LUNCH_TIME)
  const adapters = {
    db: database.db,
    clock,
    payments: flutterwave({
      base_url: `${sandbox.url}/flutterwave/v3`,
      script_url: `${sandbox.url}/flutterwave/v3.js`,
      ...keys,
    }),
    transfers: flutterwaveTransfers({ base_url: `${sandbox.url}/flutterwave/v3`, ...keys }),
    geocoder: { reverse: async () => null, search: async () => null },
    push: webPush({
      private_key: 'k'.repeat(43),
      subject: 'mailto:help@example.com',
      other_services: [sandbox.url],
    }),
    announce: reactions({ public_url: 'http://localhost:3000' }),
    pseudonymOf: pseudonyms('secret-of-the-tests'),
  }
  const deps = {
    ...adapters,
    confirmPayment: (question: { tx_ref: string; provider_transaction_id?: string | null }) =>
      settleCheckout(adapters, question),
  }
  return {
    database,
    sandbox,
    clock,
    deps,
    keys,
    async close() {
      await sandbox.close()
      await database.close()
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** A vendor that takes orders, with two dishes. */
export async function insertVendor(db: Db, vendor: Partial<typeof vendors.$inferInsert> = {}) {
  const [row] = await db
    .insert(vendors)
    .values({
      user_id: randomUUID(),
      email: 'kitchen@example.com',
      name: `Iya Test ${randomUUID().slice(0, 8)}`,
      landmark: 'FUTA North Gate',
      phone: '08031234567',
      status: 'Active',
      week_hours: ALWAYS_OPEN,
      ...vendor,
    })
    .returning()
  if (!row) throw new Error('no vendor')
  const { name } = row
  if (name) row.slug = await db.transaction((tx) => giveSlug(tx, row, name))
  await db.insert(food).values([
    { vendor_id: row.user_id, name: 'Jollof Rice', price: kobo(1_500_00) },
    { vendor_id: row.user_id, name: 'Zobo', price: kobo(500_00) },
  ])
  return row
}

/** What is missing after `insertVendor` for a complete, and so locked, registration. */
export const complete_profile = {
  category: 'Buka',
  address: 'Shop 7',
  description: 'Amala at noon.',
  bank_name: 'Access Bank',
  bank_code: '044',
  account_number: '0690000031',
  account_name: 'BOSE',
}

export function jollofFor(vendor: { user_id: string }, quantity = 2): CartLine {
  return { vendor_id: vendor.user_id, name: 'Jollof Rice', price_kobo: kobo(1_500_00), quantity }
}

/** A checkout of one vendor's jollof (NGN 3,000 and the default fee of NGN 600), its payment window opened. */
export async function startedCheckout(
  world: World,
  cart?: CartLine[],
  how: {
    collects?: boolean
    slot_from?: Date
    shares_ride?: boolean
    tip_kobo?: number
    code?: string
    phone?: string
  } = {},
) {
  const lines = cart ?? [jollofFor(await insertVendor(world.deps.db))]
  const { phone = ada.phone, ...rest } = how
  const placed = await placeCheckout(world.deps, {
    idempotency_key: randomUUID(),
    form: { ...ada, phone },
    cart: lines,
    place: nowhere,
    ...rest,
  })
  if (!placed.ok) throw new Error(`not placed: ${placed.reason}`)
  const started = await startPayment(world.deps, placed.value.link_token, { accepts_wait: true })
  if (!started.ok) throw new Error(`not started: ${started.reason}`)
  const [checkout] = await world.deps.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.link_token, placed.value.link_token))
  if (!checkout) throw new Error('no checkout')
  return checkout
}
