import { desc, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld, type Kitchen } from '../../../test/delivery.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { vendors } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kitchen_texts, messages } from '../tables.ts'
import { receiveText } from './receive-text.ts'

const world = await worldOfFile()
const { paidOrders, orderStatus } = deliveryWorld(world)
let numbers = 0

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function kitchenWith(orders: number) {
  const phone = `+23480398${String(10_000 + numbers++)}`
  const kitchen = await insertVendor(world.deps.db, { phone, name: 'Iya Test' })
  const ids: number[] = []
  for (let placed = 0; placed < orders; placed++) ids.push((await paidOrders([kitchen]))[0]?.id ?? 0)
  return { kitchen, phone, ids }
}

const write = (from: string, text: string) => receiveText(world.deps, { from, text, id: crypto.randomUUID() })
/** What the kitchen's own telephone was told last; the answers of one moment have no other sequence. */
async function told(phone: string): Promise<string> {
  const [last] = await world.deps.db
    .select({ body: messages.body })
    .from(kitchen_texts)
    .innerJoin(messages, eq(messages.dedupe_key, sql`'kitchen_answer:' || ${kitchen_texts.id}`))
    .where(eq(messages.recipient, phone))
    .orderBy(desc(kitchen_texts.id))
    .limit(1)
  return last?.body ?? ''
}
const codeIn = (text: string) => /Text [29] (\d{3}) to/.exec(text)?.[1] ?? ''
const wrong = (code: string) => String(100 + ((Number(code) - 99) % 900))
const paused = async ({ user_id }: Kitchen) =>
  (await world.deps.db.select().from(vendors).where(eq(vendors.user_id, user_id)))[0]?.paused_until ?? null

describe('whoever writes under a kitchen’s number without its telephone', () => {
  test('rejects nothing: the code goes to the telephone, and each order has its own', async () => {
    const { phone, ids } = await kitchenWith(2)
    const [first = 0, second = 0] = ids
    await write(phone, '2')
    const answer = await told(phone)
    expect(answer).toMatch(
      new RegExp(
        `^ChowGate: order ${first} is not rejected yet\\. Text 2 \\d{3} to reject it, and its money goes back\\.$`,
      ),
    )
    const code = codeIn(answer)
    for (const text of [`2 ${wrong(code)}`, `2 ${first} ${wrong(code)}`, `2 ${second} ${code}`, '2'])
      await write(phone, text)
    expect(await Promise.all(ids.map(orderStatus))).toEqual(['Pending', 'Pending'])
    await write(phone, `2 ${second}`)
    const of_second = codeIn(await told(phone))
    world.clock.advance(60)
    await write(phone, `2 ${of_second}`)
    expect(await Promise.all(ids.map(orderStatus))).toEqual(['Pending', 'Cancelled'])
    await write(phone, `2 ${first} ${code}`)
    expect(await orderStatus(first)).toBe('Cancelled')
  })

  test('pauses nothing, and a cook does it by the code of any of the newest orders', async () => {
    const { kitchen, phone } = await kitchenWith(1)
    await write(phone, '9')
    const answer = await told(phone)
    expect(answer).toMatch(/^ChowGate: you still take orders\. Text 9 \d{3} to pause for an hour\.$/)
    await write(phone, `9 ${wrong(codeIn(answer))}`)
    expect(await paused(kitchen)).toBeNull()
    await paidOrders([kitchen])
    await write(phone, `9 ${codeIn(answer)}`)
    expect(await paused(kitchen)).not.toBeNull()
  })

  test('tries ten codes an hour', async () => {
    const { phone, ids } = await kitchenWith(1)
    await write(phone, '2')
    const code = codeIn(await told(phone))
    let guess = code
    for (let tries = 0; tries < 10; tries++) {
      guess = wrong(guess)
      await write(phone, `2 ${guess}`)
    }
    await write(phone, `2 ${code}`)
    expect(await told(phone)).toMatch(/^ChowGate: too many codes in an hour, so nothing was changed\./)
    expect(await orderStatus(ids[0] ?? 0)).toBe('Pending')
    await write(phone, '1 20')
    expect(await orderStatus(ids[0] ?? 0)).toBe('Accepted')
  })
})

test('a telephone that answers by itself gets one help an hour, and is not listened to after sixty texts', async () => {
  const { phone, kitchen, ids } = await kitchenWith(1)
  for (let text = 0; text < 60; text++) await write(phone, 'I am busy now')
  const texts = await world.deps.db.select().from(messages).where(eq(messages.recipient, phone))
  expect(texts.filter(({ dedupe_key }) => dedupe_key.startsWith('kitchen_'))).toHaveLength(1)
  await write(phone, '1 20')
  expect(await orderStatus(ids[0] ?? 0)).toBe('Pending')
  expect(await world.deps.db.$count(kitchen_texts, eq(kitchen_texts.vendor_id, kitchen.user_id))).toBe(60)
  world.clock.advance(3700)
  await write(phone, '2')
  await write(phone, `2 ${codeIn(await told(phone))}`)
  expect(await orderStatus(ids[0] ?? 0)).toBe('Cancelled')
})
