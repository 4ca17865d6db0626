import { randomUUID } from 'node:crypto'
import { eq, inArray, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { riders } from '../../delivery/tables.ts'
import { saidAboutCase } from '../../desk/said-about-case.ts'
import { kobo } from '../../money.ts'
import { orders } from '../../orders/tables.ts'
import { messages } from '../tables.ts'
import { MOST_WRITTEN_TO, messageMany, planMessage, type WrittenList } from './message-many.ts'
import { setQuiet } from './quiet-numbers.ts'

const world = await worldOfFile()
const { db } = world.deps

const support = () => insertAccount(db, 'admin', { admin_role: 'support' })
const kitchen = async (phone: string | null) => (await insertVendor(db, { phone })).id

async function write(actor: Actor, list: WrittenList, ids: readonly number[], text = 'We open at 9 today.') {
  const planned = await planMessage(db, actor, { list, ids, text })
  if (!planned.ok) throw new Error(planned.reason)
  const wish = { list, ids, text, request_key: randomUUID(), seen_print: planned.value.print }
  return { plan: planned.value, wish, sent: await messageMany(world.deps, actor, wish) }
}

const textsTo = (phones: readonly string[]) =>
  db
    .select()
    .from(messages)
    .where(inArray(messages.recipient, [...phones]))

test('one text goes to several kitchens; who has no number holds up no other, a second press nobody', async () => {
  const actor = await support()
  const phones = Array.from({ length: 8 }, (_, place) => `+23480366600${String(place).padStart(2, '0')}`)
  const ids: number[] = []
  for (const phone of phones) ids.push(await kitchen(phone))
  ids.splice(3, 0, await kitchen(null))
  const { plan, wish, sent } = await write(actor, 'vendors', ids)
  expect(plan).toMatchObject({ gets: 8, parts: 8, most_kobo: 40_00, words: 'ChowGate: We open at 9 today.' })
  expect(sent).toMatchObject({ ok: true, value: { written: 8, left: [{ id: ids[3], left: 'no_phone' }] } })
  expect(await messageMany(world.deps, actor, wish)).toMatchObject({ ok: true, value: { written: 0, before: 8 } })
  const texts = await textsTo(phones)
  expect(texts).toHaveLength(8)
  expect(texts[0]).toMatchObject({ body: plan.words, dispensable: false, channel: 'sms' })
  const written = await db.select().from(audit_log).where(eq(audit_log.action, 'message_written'))
  expect(written).toHaveLength(8)
  expect(written[0]?.subject).toMatch(/^vendor:/)
})

test('other words from a form whose answer was lost go out, and what is told is what was written', async () => {
  const actor = await support()
  const phones = ['+2348036600901', '+2348036600902']
  const ids = [await kitchen(phones[0] ?? ''), await kitchen(phones[1] ?? '')]
  const { wish } = await write(actor, 'vendors', ids, 'We open at 9 today.')
  const text = 'We open at 10 today.'
  const planned = await planMessage(db, actor, { ...wish, text })
  const seen_print = planned.ok ? planned.value.print : ''
  const other = { ...wish, text, seen_print }
  expect(await messageMany(world.deps, actor, other)).toMatchObject({ value: { written: 2, before: 0, left: [] } })
  expect(await messageMany(world.deps, actor, other)).toMatchObject({ value: { written: 0, before: 2 } })
  // The same words to one more: only that one gets them.
  const more = [...ids, await kitchen('+2348036600903')]
  const again = await planMessage(db, actor, { ...other, ids: more })
  const wider = { ...other, ids: more, seen_print: again.ok ? again.value.print : '' }
  expect(await messageMany(world.deps, actor, wider)).toMatchObject({ value: { written: 1, before: 2 } })
  expect((await textsTo(phones)).map(({ body }) => body.slice(10)).sort()).toEqual([
    ...['We open at 10 today.', 'We open at 10 today.', 'We open at 9 today.', 'We open at 9 today.'],
  ])
})

test('customers of chosen orders get it once each, and not who asked for quiet', async () => {
  const actor = await support()
  const { user_id } = await insertVendor(db)
  const customers = ['+2348036770001', '+2348036770002', '+2348036770001', '+2348036770003']
  const rows = customers.map((customer_phone, place) => ({
    ...{ vendor_id: user_id, checkout_id: randomUUID(), customer_phone, customer_name: `Ada ${place}` },
    ...{ user_email: 'ada@example.com', customer_address: 'Room 1', items: [], payment_reference: randomUUID() },
    ...{ total_price: kobo(1_000_00), delivery_fee: kobo(0), grand_total: kobo(1_000_00), created_at: LUNCH_TIME },
    vendor_share: kobo(1_000_00),
  }))
  const placed = await db.transaction(async (tx) => {
    // Without their checkouts: who ordered is all that counts here.
    await tx.execute(sql`set local session_replication_role = replica`)
    return tx.insert(orders).values(rows).returning({ id: orders.id })
  })
  const ids = placed.map(({ id }) => id)
  await setQuiet(db, { phone: '+2348036770002', quiet: true, by: 'track_page', now: LUNCH_TIME })
  const { sent } = await write(actor, 'orders', [...ids, 99_999_999])
  expect(sent).toMatchObject({
    value: {
      written: 2,
      left: [{ left: 'quiet' }, { left: { same_as: `Ada 0, order ${ids[0]}` } }, { left: 'gone' }],
    },
  })
  const texts = await db.select().from(messages).where(like(messages.dedupe_key, 'message_to_customer_sms:%'))
  expect(texts.map(({ recipient, dispensable }) => [recipient, dispensable])).toEqual([
    ['+2348036770001', true],
    ['+2348036770003', true],
  ])
  // It is read where everything is that was said to them.
  expect(await saidAboutCase(db, { kind: 'order', id: String(ids[0]) })).toMatchObject([{ body: texts[0]?.body }])
})

test('riders are written to by who helps people, with words that a text message can hold', async () => {
  const actor = await support()
  const { user_id } = await insertRider(db, { phone: '+2348036880001' })
  const [row] = await db.select({ id: riders.id }).from(riders).where(eq(riders.user_id, user_id))
  const wish = { list: 'riders', ids: [row?.id ?? 0], text: 'Rain from 2 pm.' } as const
  const planned = (more: object, by = actor) => planMessage(db, by, { ...wish, ...more })
  expect(await planned({})).toMatchObject({ ok: true, value: { gets: 1 } })
  expect(await planned({ text: ' a ' })).toMatchObject({ reason: 'fields' })
  expect(await planned({ text: 'x'.repeat(300) })).toMatchObject({
    details: { text: 'With our name this has 310 characters; two parts hold 306.' },
  })
  expect(await planned({ text: 'Well done 😀' })).toMatchObject({ details: { text: 'A text message cannot hold 😀.' } })
  expect(await planned({ text: 'x'.repeat(200) })).toMatchObject({ value: { parts: 2 } })
  expect(await planned({ ids: [] })).toMatchObject({ reason: 'none' })
  expect(await planned({ ids: Array.from({ length: MOST_WRITTEN_TO + 1 }, (_, n) => n) })).toMatchObject({
    reason: 'full',
  })
  for (const role of ['finance', 'read_only'] as const) {
    const other = await insertAccount(db, 'admin', { admin_role: role })
    expect(await planned({}, other)).toMatchObject({ reason: 'not_found' })
    const sending = { ...wish, request_key: randomUUID(), seen_print: 'x' }
    expect(await messageMany(world.deps, other, sending)).toMatchObject({ reason: 'not_found' })
  }
  // Not what was shown, or without the key of a form: nothing goes out.
  for (const wrong of [
    { seen_print: 'other', request_key: randomUUID() },
    { seen_print: 'x', request_key: 'key' },
  ]) {
    expect(await messageMany(world.deps, actor, { ...wish, ...wrong })).toMatchObject({ reason: 'stale' })
  }
  expect(await textsTo(['+2348036880001'])).toEqual([])
})
