import { randomUUID } from 'node:crypto'
import { ne } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type AdminRole, admin_role_names } from '../../../../domain/admin-roles.ts'
import { refuseClaim } from '../../../../domain/claims/decide-claim.ts'
import { declineOffer } from '../../../../domain/delivery/offers/answer-offer.ts'
import { lockCarriers } from '../../../../domain/delivery/riders/carriers.ts'
import { withoutKeys } from '../../../../domain/desk/order-story/message-story.ts'
import { orderStory } from '../../../../domain/desk/order-story/order-story.ts'
import { messages } from '../../../../domain/notifications/tables.ts'
import { orderFile } from '../../../../domain/orders/order-file.ts'
import { giveBack } from '../../../../domain/orders/refunds/give-back.ts'
import { claimsUnderTest } from '../../../../test/claims-under-test.ts'
import { deliveryWorld } from '../../../../test/delivery.ts'
import { incidentWorld } from '../../../../test/incidents.ts'
import { insertRider } from '../../../../test/rider.ts'
import { createWorld, worldOfFile } from '../../../../test/world.ts'
import { seesOf } from '../../sees.ts'
import { orderDetails } from '../order-view.server.ts'
import { pageHead } from '../page-head.server.ts'
import { timelineView } from './timeline.server.ts'
import type { TimelineKind } from './timeline-entry.ts'

const world = await worldOfFile()

const people = deliveryWorld(world)
const incidents = incidentWorld(world)
const { admin, claim, order } = claimsUnderTest(world)

async function pageOf(order_id: number, admin_role: AdminRole = 'owner', show: TimelineKind | null = null) {
  const { db, clock } = world.deps
  const file = await orderFile(db, order_id)
  if (!file) throw new Error('no order')
  const sees = seesOf({ role: 'admin', admin_role })
  const story = await orderStory(db, file)
  const timeline = await timelineView(db, { file, story, sees, show })
  const head = pageHead(file, story, sees, clock.now())
  return { timeline, head, order: orderDetails(file, null, null, sees), text: JSON.stringify({ timeline, head }) }
}

/** Declined by one rider, picked up by another, who finds nobody at the door and leaves it. */
async function eventful() {
  const placed = await people.waiting()
  const unwilling = await insertRider(world.deps.db, { name: 'Sule Unwilling' })
  const offer_id = await people.offer(unwilling, [placed.delivery_id])
  world.clock.advance(30)
  expect(await declineOffer(world.deps, unwilling, offer_id)).toMatchObject({ ok: true })
  return placed
}

describe('the timeline of an order', () => {
  test('has payment, kitchen, riders asked, door, incident and messages, oldest first', async () => {
    const rider = await insertRider(world.deps.db, { name: 'Bayo Willing' })
    const carried = await people.pickedUp({ rider })
    expect(await incidents.take(carried, 'customer_absent', 'leave')).toMatchObject({ ok: true })
    const { timeline, head } = await pageOf(carried.order_id)
    const said = timeline.entries.map(({ what }) => what)
    const expected = [
      'The customer went to check out, for ₦3,600',
      'The order was placed',
      'The kitchen accepted it',
      'Bayo Willing was asked',
      'Bayo Willing took it',
      'The rider picked it up',
      'At the door: Nobody comes to the door',
      'Left at a place',
    ]
    const places = expected.map((start) => said.findIndex((what) => what.startsWith(start)))
    expect(places, said.join('\n')).not.toContain(-1)
    expect(timeline.entries.map(({ iso }) => iso)).toEqual(timeline.entries.map(({ iso }) => iso).toSorted())
    expect(new Set(timeline.entries.map(({ id }) => id)).size).toBe(timeline.entries.length)
    expect(head.delivery?.rider?.name).toBe('Bayo Willing')
    expect(head.paid).toBe('₦3,600')
  })

  test('says who declined, and shows one kind alone', async () => {
    const { order_id } = await eventful()
    const { timeline } = await pageOf(order_id, 'owner', 'rider')
    expect(timeline.entries.map(({ what }) => what)).toContain('Sule Unwilling declined it')
    expect(new Set(timeline.entries.map(({ kind }) => kind))).toEqual(new Set(['rider']))
    expect(timeline.all).toBeGreaterThan(timeline.entries.length)
    expect(timeline.counts.rider).toBe(timeline.entries.length)
  })

  test('has money that goes back with its bearer, and a claim with its words and its end', async () => {
    const placed = await order()
    const made = await claim(placed.token, { words: 'The soup was missing' })
    if (!made.ok) throw new Error(made.reason)
    await refuseClaim(world.deps, admin, { claim_id: made.value.id, reason: 'It was in the other bag' })
    const gift = {
      order_id: placed.id,
      reason: 'For the trouble',
      borne_by: 'platform' as const,
      request_key: randomUUID(),
    }
    const given = await giveBack({ ...world.deps, lockCarriers }, admin, {
      ...{ ...gift, amount_kobo: 500_00, with_delivery_fee: false, confirmed_kobo: 500_00 },
    })
    expect(given).toMatchObject({ ok: true })
    const { text, timeline } = await pageOf(placed.id)
    for (const words of ['The soup was missing', 'The claim was refused', 'borne by the platform', 'For the trouble'])
      expect(text).toContain(words)
    expect(timeline.entries.map(({ what }) => what)).toContain('SMS: Claim refused')
  })
})

describe('messages', () => {
  test('all text messages and mails about an order are found, without PIN and links', async () => {
    const quiet = await createWorld()
    const here = deliveryWorld(quiet)
    try {
      const carried = await here.pickedUp()
      const file = await orderFile(quiet.deps.db, carried.order_id)
      if (!file) throw new Error('no order')
      const { messages: told } = await orderStory(quiet.deps.db, file)
      const written = await quiet.deps.db.select().from(messages).where(ne(messages.channel, 'push'))
      expect(told.map(({ dedupe_key }) => dedupe_key).toSorted()).toEqual(
        written.map(({ dedupe_key }) => dedupe_key).toSorted(),
      )
      expect(written.some(({ body }) => body.includes(carried.pin))).toBe(true)
      for (const { body, recipient } of told) {
        expect(body).not.toContain(carried.pin)
        expect(body).not.toMatch(/\/track\/\w/)
        expect(recipient).toContain('•••')
      }
    } finally {
      await quiet.close()
    }
  })

  test.each([
    ['PIN 0042: tell it', 'PIN ••••: tell it'],
    ['Give 0042 to Musa, order 100421', 'Give •••• to Musa, order 100421'],
    ['See https://chowgate.example/track/abcDEF_1-2 now', 'See https://chowgate.example/track/… now'],
    ['https://chowgate.example/order-summary?order=secret', 'https://chowgate.example/order-summary/…'],
    ['https://chowgate.example/rider-dashboard', 'https://chowgate.example/rider-dashboard'],
  ])('%j is shown as %j', (body, shown) => {
    expect(withoutKeys(body, '0042')).toBe(shown)
  })
})

test.each(admin_role_names)('%s sees there what they see elsewhere', async (role) => {
  const { order_id } = await eventful()
  const { order: details, text } = await pageOf(order_id, role)
  const contacts = role !== 'read_only'
  const money = ['owner', 'finance', 'read_only'].includes(role)
  expect(details.customer_phone.includes('•')).toBe(!contacts)
  expect(details.customer_email.includes('•')).toBe(!contacts)
  expect(details.margin !== null).toBe(money)
  expect(text.includes('The provider’s number')).toBe(money)
  expect(/was asked for ₦/.test(text)).toBe(money)
  // The kitchen's message has the number, and only who may see it reads the words.
  expect(text.includes('0803 123 4567')).toBe(contacts)
})
