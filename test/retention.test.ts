import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, getTableName, inArray, is, lt, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { loader } from '../app/storefront/pages/privacy.tsx'
import * as schema from '../db/schema.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { UNPAID_CHECKOUT_DAYS } from '../domain/checkout/tidy-checkouts.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { message_counts, messages, notifications } from '../domain/notifications/tables.ts'
import { provider_events } from '../domain/payments/tables.ts'
import { forgetOld } from '../domain/retention/forget-old.ts'
import { kept_for } from '../domain/retention/kept-for.ts'
import type { KeptFor } from '../domain/retention/kept-rule.ts'
import { control } from './control.ts'
import { insertRider } from './rider.ts'
import { insertAccount } from './sign-in.ts'
import { LUNCH_TIME, startedCheckout, worldOfFile } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const world = await worldOfFile()
beforeAll(async () => {
  await startedCheckout(world)
  await insertAccount(world.deps.db, 'admin')
  await insertRider(world.deps.db)
})

const tables: PgTable[] = Object.values(schema).filter((value) => is(value, PgTable))
const named = kept_for.map((rule) => ({ name: getTableName(rule.table), rule }))

/** The tables that the list leaves out, or takes only words and photos from, and why. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  'the books: as long as the law asks': [
    'orders order_history payments refunds review_cases bank_settlements journals journal_entries account_months',
    'payouts payout_history payout_transfers provider_refunds reconciliation_cases audit_log ratings order_keys',
    'deliveries delivery_history missing_dishes incidents promotions promotion_uses referrals run_shares',
    'chargebacks provider_transfers',
  ].flatMap((names) => names.split(' ')),
  'as long as the account works with us': [
    'users',
    'credentials',
    'two_factors',
    'kitchen_staff',
    'kitchen_pins',
    'vendors',
    'kitchen_screens',
    'food',
    'vendor_slugs',
    'saved_views',
  ],
  'until its owner takes it back, or the session ends': ['quiet_numbers'],
  'cleared by a rule of its own': ['checkouts'],
  'goes with its session': ['kitchen_tablets'],
  'goes with its checkout': ['pay_links'],
  'goes with its group order': ['group_members', 'group_lines'],
  'goes with its shift': ['shift_places', 'shift_history'],
  'of nobody': [
    ...['places', 'ways', 'settings', 'provider_lists', 'daily_figures', 'order_escalations', 'order_promises'],
    ...['offers', 'offer_deliveries', 'learned_speeds', 'runs', 'web_heard', 'invariant_checks'],
    'cohort_days',
  ],
}

describe('every table', () => {
  test('is in the list, or is kept otherwise for a reason', () => {
    const known = new Set([...named.map(({ name }) => name), ...Object.values(otherwise).flat()])
    expect(
      [...known].sort(),
      'Say in domain/retention/kept-for.ts how long what is new is kept, or here why it is not in that list.',
    ).toEqual(tables.map((table) => getTableName(table)).sort())
  })

  test('that is listed as about nobody holds nothing that identifies a person', () => {
    const personal = /phone|mail|address|recipient|latitude|longitude|body|html|account_|first_name|customer/
    const of_nobody = tables.filter((table) => otherwise['of nobody']?.includes(getTableName(table)))
    const found = of_nobody
      .flatMap((table) => Object.keys(getTableColumns(table)).map((column) => `${getTableName(table)}.${column}`))
      .filter((column) => personal.test(column))
    expect(found).toEqual(['places.latitude', 'places.longitude'])
  })
})

describe.each(named)('$name', ({ rule }) => {
  test('goes after its days, not before', async () => {
    world.clock.set(LUNCH_TIME)
    const limit_ms = LUNCH_TIME.getTime() - rule.days * DAY_MS
    const ages = [new Date(limit_ms - 1000), new Date(limit_ms + 1000)] as const
    const [old, young] = [await plant(rule, ages[0]), await plant(rule, ages[1])]
    await forgetOld(world.deps)
    expect(await isWhole(rule, young)).toBe(true)
    expect(await isWhole(rule, old)).toBe(false)
    expect(await forgetOld(world.deps)).toBe(0)
    await world.deps.db.delete(rule.table).where(inArray(rule.since, ages))
  })
})

test('a rule that fails stops none of the others, and says so', async () => {
  const [failing, last] = [kept_for.find(({ table }) => table === message_counts), kept_for.at(-1)]
  if (!failing || !last) throw new Error('no rules')
  const old = await plant(last, new Date(LUNCH_TIME.getTime() - DAY_MS))
  await plant(failing, new Date(LUNCH_TIME.getTime() - 2 * DAY_MS))
  world.clock.set(LUNCH_TIME)
  const { db } = world.deps
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'statement timeout'; end $$`)
  await db.execute(sql`create trigger refuse before delete on message_counts for each row execute function refuse()`)
  await expect(forgetOld(world.deps)).rejects.toThrow(AggregateError)
  expect(await isWhole(last, old)).toBe(false)
  await db.execute(sql`drop trigger refuse on message_counts`)
  expect(await forgetOld(world.deps)).toBe(1)
})

test('what is forgotten of rows that stay, or are many, is found by an index of its own', async () => {
  const { db } = world.deps
  await db.execute(sql`
    insert into messages (channel, dedupe_key, recipient, body, created_at, expires_at)
    select 'sms', 'paid_sms:' || n, '+234', case when n % 10 = 0 then 'words' else '' end, now(), now() from
    generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into notifications (user_id, kind, text, created_at)
    select gen_random_uuid(), 'chat', 'words', now() from generate_series(1, 5000)`)
  await db.execute(sql`
    insert into provider_events (provider, event_key, body, received_at, consumed_at)
    select 'test', n::text, '{}', now(), now() from generate_series(1, 5000) n`)
  await db.execute(sql`analyze messages, notifications, provider_events`)
  const many: readonly PgTable[] = [messages, notifications, provider_events]
  const used = []
  for (const { table, since, only } of kept_for.filter((rule) => many.includes(rule.table))) {
    const before = new Date(Date.now() - 7 * DAY_MS)
    const old = db
      .select({ place: sql`ctid` })
      .from(table)
      .where(and(lt(since, before), only))
      .limit(500)
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${old}`)
    used.push(
      rows
        .map((row) => row['QUERY PLAN'])
        .join()
        .match(/Scan (?:using|on) (\w+_\w+)/)?.[1],
    )
  }
  expect(used).toEqual(['messages_to_empty', 'messages_links', 'notifications_created', 'provider_events_received'])
  await db.execute(sql`truncate messages, notifications, provider_events cascade`)
})

const any_order = sql`(1e9 * random())::bigint`

/** The values that a row needs for its rule to apply, by its table, and its days where a table has several. */
const more: Readonly<Record<string, Record<string, unknown>>> = {
  messages: { status: 'Sent', channel: 'sms', dedupe_key: sql`'invitation:' || gen_random_uuid()` },
  cases: { status: 'Closed', subject_kind: 'customer' },
  claims: { photo: '/images/a.webp', status: 'Refused', decided_role: 'admin' },
  deliveries: {
    order_id: any_order,
    status: 'Delivered',
    no_pin_reason: 'Phone is off',
    no_pin_photo: '/images/a.webp',
  },
  incidents: { photo: '/images/a.webp', words: 'Nobody came down' },
  ratings: { order_id: any_order, line: 'The rice was cold' },
  provider_transactions: { status: 'failed' },
  provider_events: { consumed_at: LUNCH_TIME },
  riders: { latitude: 7.3, longitude: 5.1 },
  // A customer's, whom their checkout stands for, a rider's and an admin's.
  'uploads 90': { user_id: sql`(select id from checkouts limit 1)` },
  'uploads 180': { user_id: sql`(select user_id from riders limit 1)` },
  'uploads 365': { user_id: sql`(select id from users where role = 'admin' limit 1)` },
}

type Planted = { name: string; key: string }

/** Writes one row of the rule's table, of the age of `at`. Returns the key to find it again. */
async function plant({ table, since, days }: KeptFor, at: Date): Promise<Planted> {
  const name = getTableName(table)
  const columns = Object.entries(getTableColumns(table))
  const [since_name = ''] = columns.find(([, column]) => column === since) ?? []
  const needed = columns.filter(([, column]) => column.notNull && !column.hasDefault && !column.generatedIdentity)
  const values = {
    ...Object.fromEntries(needed.map(([key, column]) => [key, anyValue(column.getSQLType())])),
    ...(more[name] ?? more[`${name} ${days}`]),
    [since_name]: at,
  }
  return world.deps.db.transaction(async (tx) => {
    // The row stands alone: what it refers to has nothing to do with its age.
    await tx.execute(sql`set local session_replication_role = replica`)
    const [row] = await tx.insert(table).values(values).returning({ key: sql<string>`ctid::text` })
    if (!row) throw new Error(`no row of ${name}`)
    return { name, key: row.key }
  })
}

function anyValue(type: string): unknown {
  if (type === 'uuid') return randomUUID()
  if (type === 'text') return `text ${randomUUID()}`
  if (type === 'jsonb') return {}
  if (type.startsWith('timestamp')) return LUNCH_TIME
  return 1
}

/** Whether the row is there as it was planted: emptying it makes another version, in another place. */
async function isWhole({ table }: KeptFor, { key }: Planted): Promise<boolean> {
  const rows = await world.deps.db.select({ key: sql`ctid` }).from(table).where(sql`ctid = ${key}::tid`)
  return rows.length === 1
}

describe('a message', () => {
  const planted = async (values: Partial<typeof messages.$inferInsert>) => {
    const [row] = await world.deps.db
      .insert(messages)
      .values({
        channel: 'sms',
        dedupe_key: randomUUID(),
        recipient: '+2348031234567',
        body: 'Your PIN is 1234',
        created_at: LUNCH_TIME,
        ...values,
      })
      .returning({ id: messages.id })
    return row?.id ?? ''
  }
  const rowOf = async (id: string) =>
    (
      await world.deps.db
        .select()
        .from(messages)
        .where(and(eq(messages.id, id)))
    )[0]

  test('leaves that it was sent, and when nobody decided about it, it expires', async () => {
    const sent = await planted({ status: 'Sent', html: '<p>', subject: 'PIN', last_error: 'ada@example.com' })
    const failed = await planted({ status: 'Failed' })
    const held = await planted({ status: 'Held' })
    const queued = await planted({ status: 'Queued', next_attempt_at: LUNCH_TIME })
    world.clock.set(new Date(LUNCH_TIME.getTime() + 31 * DAY_MS))
    await forgetOld(world.deps)
    const nothing = { recipient: '', body: '', html: null, subject: null, last_error: null }
    expect(await rowOf(sent)).toMatchObject({ ...nothing, status: 'Sent', created_at: LUNCH_TIME })
    expect(await rowOf(failed)).toMatchObject({ ...nothing, status: 'Expired' })
    expect(await rowOf(held)).toMatchObject({ ...nothing, status: 'Expired' })
    expect(await rowOf(queued)).toMatchObject({ status: 'Queued', body: 'Your PIN is 1234' })
  })

  test('keeps a link that opens something only while that works, and an offer as long as any other', async () => {
    const expires_at = new Date(LUNCH_TIME.getTime() + 1000)
    const sent = { status: 'Sent', expires_at } as const
    const kinds = ['new_password', 'invitation', 'offer_sms']
    const ids = await Promise.all(kinds.map((kind) => planted({ ...sent, dedupe_key: `${kind}:${randomUUID()}` })))
    const bodies = async () => (await Promise.all(ids.map(rowOf))).map((row) => row?.body)
    const words = 'Your PIN is 1234'
    world.clock.set(LUNCH_TIME)
    await forgetOld(world.deps)
    expect(await bodies()).toEqual([words, words, words])
    world.clock.advance(2)
    await forgetOld(world.deps)
    expect(await bodies()).toEqual(['', '', words])
  })
})

test('money, and what was promised for it, stays', async () => {
  world.clock.set(LUNCH_TIME)
  const checkout = await startedCheckout(world)
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const books = tables.filter((table) => otherwise['the books: as long as the law asks']?.includes(getTableName(table)))
  const rows = () => Promise.all(books.map((table) => world.deps.db.select().from(table)))
  const before = await rows()
  world.clock.set(new Date(LUNCH_TIME.getTime() + 2000 * DAY_MS))
  expect(await forgetOld(world.deps)).toBeGreaterThan(0)
  expect(await rows()).toEqual(before)
  expect(await findViolations(world.deps.db)).toEqual([])
})

test('/privacy says each period of the list, and no other', () => {
  const text = loader().data.html.replace(/<[^>]*>/g, '')
  const period = (days: number) => (days === 1 ? 'a day' : `${days} days`)
  for (const { says, days } of kept_for) if (says) expect(text).toContain(`${says}: ${period(days)}.`)
  const said = [...text.matchAll(/(\d+) days/g)].map(([, days]) => Number(days))
  const DAYS_TO_ANSWER = 30
  const listed = kept_for.flatMap(({ says, days }) => (says && days > 1 ? [days] : []))
  expect(said.sort()).toEqual([...listed, UNPAID_CHECKOUT_DAYS, DAYS_TO_ANSWER].sort())
})
