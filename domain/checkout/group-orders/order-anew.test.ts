import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { vendorActor } from '../../../test/delivery.ts'
import { groupsUnder, jollof, press } from '../../../test/group-orders.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { checkouts } from '../tables.ts'
import { addDish, setQuantity } from './change-lines.ts'
import type { Asking } from './find-group.ts'
import { openGroupAgain, stopPayment } from './steer-group.ts'

const world = await worldOfFile()
const { deps } = world
const { started, linkOf, begin, pay, orderOf, page } = groupsUnder(world)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)

describe.each([
  { pays: 'one' as const, slot_from: null },
  { pays: 'each' as const, slot_from: later(150) },
])('where $pays pays, the same form', (how) => {
  /** A member with a plate, and the form that they send each time. */
  async function member() {
    const { starter, vendor } = await started({ ...how, minutes: 60 })
    await addDish(deps, starter, jollof, press())
    const form = { idempotency_key: randomUUID() }
    return { asking: starter, vendor, sends: () => linkOf(starter, form) }
  }
  const paid = async (link: string) => {
    expect(await begin(link)).toMatchObject({ ok: true })
    expect(await pay(link)).toBe('paid')
    return orderOf(link)
  }
  const howMany = async (asking: Asking) =>
    (
      await deps.db
        .select({ id: checkouts.id })
        .from(checkouts)
        .where(eq(checkouts.group_member_id, (await page(asking)).me.id))
    ).length

  test('is one order, however often and from how many tabs it is sent', async () => {
    const { asking, sends } = await member()
    const links = await Promise.all([sends(), sends(), sends()])
    expect(new Set([...links, await sends()]).size).toBe(1)
    const order = await paid(links[0])
    expect(await sends()).toBe(links[0])
    expect(order?.status).toBe('Pending')
    expect(await howMany(asking)).toBe(1)
  })

  test('orders anew what was stopped, once', async () => {
    const { asking, sends } = await member()
    const stopped = await sends()
    await begin(stopped)
    expect(await stopPayment(deps, asking)).toMatchObject({ ok: true })
    const links = await Promise.all([sends(), sends()])
    expect(new Set(links).size).toBe(1)
    expect(links[0]).not.toBe(stopped)
    await paid(links[0])
    expect(await pay(stopped)).toBe('refunding')
    expect(await howMany(asking)).toBe(2)
  })

  test('orders anew what was changed in between and is the same again', async () => {
    const { asking, sends } = await member()
    const before = await sends()
    expect(await openGroupAgain(deps, asking)).toMatchObject({ ok: true })
    const line_id = (await page(asking)).me.lines[0]?.line_id ?? 0
    for (const quantity of [3, 1])
      expect(await setQuantity(deps, asking, { line_id, quantity })).toMatchObject({ ok: true })
    const again = await sends()
    expect(again).not.toBe(before)
    expect(await begin(before)).toMatchObject({ reason: 'group_gone' })
    await paid(again)
  })

  test('orders anew what was called off after it was paid, once', async () => {
    const { asking, vendor, sends } = await member()
    const first = await sends()
    const order = await paid(first)
    expect(await sends()).toBe(first)
    await rejectOrder(deps, vendorActor(vendor), { order_id: order?.id ?? 0, reason: 'No rice' })
    const links = await Promise.all([sends(), sends()])
    expect(new Set(links).size).toBe(1)
    expect(links[0]).not.toBe(first)
    expect((await paid(links[0]))?.id).not.toBe(order?.id)
    expect(await howMany(asking)).toBe(2)
  })

  test('orders anew what was paid too late, and goes on with what was only left unpaid', async () => {
    const { sends } = await member()
    const first = await sends()
    await begin(first)
    world.clock.set(later(70))
    expect(await sends()).toBe(first)
    expect(await pay(first)).toBe('refunding')
    const again = await sends()
    expect(again).not.toBe(first)
    await paid(again)
  })
})
