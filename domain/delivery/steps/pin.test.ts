import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld, wrongPin } from '../../../test/delivery.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { uploads } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { notifications } from '../../notifications/tables.ts'
import { keepPicture } from '../riders/keep-picture.ts'
import { pinCheck } from './check-pin.ts'
import { handOver } from './take-step.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { pickedUp, orderStatus } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

describe('the PIN', () => {
  test('five wrong ones pause it, then it is right again; fifteen end it', async () => {
    const { rider, delivery_id, pin, order_id } = await pickedUp()
    const attempt = (typed: string) => handOver(world.deps, rider, { delivery_id, pin: typed })
    expect(await attempt('12')).toMatchObject({ reason: 'bad_pin' })
    for (const round of [1, 2, 3]) {
      for (const tries_left of [4, 3, 2, 1, 0]) {
        expect(await attempt(wrongPin(pin))).toMatchObject({ reason: 'wrong_pin', details: { tries_left } })
      }
      expect(await attempt(pin)).toMatchObject({ reason: round < 3 ? 'pin_paused' : 'pin_blocked' })
      world.clock.advance(15 * 60)
    }
    expect(await attempt(pin)).toMatchObject({ reason: 'pin_blocked' })
    expect(await orderStatus(order_id)).toBe('Picked up')
  })

  test('twenty wrong ones at once are five tries', async () => {
    const { rider, delivery_id, pin } = await pickedUp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => handOver(world.deps, rider, { delivery_id, pin: wrongPin(pin) })),
    )
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'wrong_pin')).toHaveLength(5)
    world.clock.advance(15 * 60)
    expect(await handOver(world.deps, rider, { delivery_id, pin })).toMatchObject({ ok: true })
  })

  test('is missing: a reason and a photo of one’s own stand in, and the admins are told', async () => {
    const { rider, delivery_id, order_id } = await pickedUp()
    world.clock.advance(3 * 60)
    const photo = `/images/${crypto.randomUUID()}.webp`
    const without = (no_pin_reason: string, of = photo) =>
      handOver(world.deps, rider, { delivery_id, no_pin_reason, photo: of })
    expect(await without('', '')).toMatchObject({ reason: 'no_proof' })
    expect(await without('Phone is off', '')).toMatchObject({ reason: 'bad_photo' })
    expect(await without('Phone is off')).toMatchObject({ reason: 'bad_photo' })
    const upload = { address: photo, uploaded_at: new Date() }
    await world.deps.db.insert(uploads).values({ ...upload, user_id: admin.user_id })
    expect(await without('Phone is off')).toMatchObject({ reason: 'bad_photo' })
    await world.deps.db.update(uploads).set({ user_id: rider.user_id }).where(eq(uploads.address, photo))
    for (const reason of [' ', 'abc', 'aaaaaaaaaaaa', '1234567890 12'])
      expect(await without(reason)).toMatchObject({ reason: 'bad_reason' })
    expect(await without('Phone is off')).toMatchObject({
      value: { status: 'Delivered', no_pin_reason: 'Phone is off', no_pin_photo: photo },
    })
    const news = await world.deps.db.select().from(notifications).where(eq(notifications.user_id, admin.user_id))
    expect(news.map(({ text }) => text)).toContain(`Order ${order_id} was handed over without the PIN: Phone is off`)
  })

  test('a photo once shown is no proof: of another door, or the rider’s face, also a replaced one', async () => {
    const first = await pickedUp()
    const { rider } = first
    const newUpload = async () => {
      const address = `/images/${crypto.randomUUID()}.webp`
      await world.deps.db.insert(uploads).values({ address, user_id: rider.user_id, uploaded_at: new Date() })
      return address
    }
    const [door, old_face, face] = [await newUpload(), await newUpload(), await newUpload()]
    const shows = (shown: string, instead_of: string | null) =>
      world.deps.db.transaction((tx) => keepPicture(tx, { shown, instead_of, now: new Date() }))
    await shows(old_face, null)
    await shows(face, old_face)
    world.clock.advance(3 * 60)
    const without = ({ delivery_id }: { delivery_id: number }, photo: string) =>
      handOver(world.deps, rider, { delivery_id, no_pin_reason: 'Phone is off', photo })
    expect(await without(first, face)).toMatchObject({ reason: 'bad_photo' })
    expect(await without(first, old_face)).toMatchObject({ reason: 'bad_photo' })
    expect(await without(first, door)).toMatchObject({ ok: true })
    const second = await pickedUp({ rider })
    world.clock.advance(3 * 60)
    expect(await without(second, door)).toMatchObject({ reason: 'bad_photo' })
  })

  test('is missing and the photo shows nothing: refused', async () => {
    const { rider, delivery_id } = await pickedUp()
    world.clock.advance(3 * 60)
    const address = `/images/${crypto.randomUUID()}.webp`
    const upload = { address, user_id: rider.user_id, uploaded_at: new Date(), is_blank: true }
    await world.deps.db.insert(uploads).values(upload)
    const step = { delivery_id, no_pin_reason: 'Phone is off', photo: address }
    expect(await handOver(world.deps, rider, step)).toMatchObject({ reason: 'blank_photo' })
  })

  test('is missing: nobody is at the door at once, nor before a way that long can be ridden', async () => {
    const { rider, delivery_id, order_id } = await pickedUp()
    const picked_up_ms = world.clock.now().getTime()
    const from = (minutes: number) => ({ from: new Date(picked_up_ms + minutes * 60_000) })
    const without = () => handOver(world.deps, rider, { delivery_id, no_pin_reason: 'Phone is off', photo: 'none' })
    expect(await without()).toMatchObject({ reason: 'too_soon', details: from(2) })
    // Some 11 km from the North Gate: more than the longest wait accounts for.
    const there = sql`way_minutes = null, customer_latitude = 7.4, customer_longitude = 5.13`
    await world.deps.db.execute(sql`update orders set ${there} where id = ${order_id}`)
    expect(await without()).toMatchObject({ reason: 'too_soon', details: from(15) })
    world.clock.advance(15 * 60)
    expect(await without()).toMatchObject({ reason: 'bad_photo' })
  })

  test('can be checked on the phone to one in 32, which does not give it away', async () => {
    const key = { step_key: 'k', delivery_id: 7 }
    const fits = (pin: string) => pinCheck({ ...key, pin }) === pinCheck({ ...key, pin: '4711' })
    const fitting = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0')).filter(fits)
    expect(fitting).toContain('4711')
    expect(fitting.length).toBeGreaterThan(200)
    expect(fitting.length).toBeLessThan(420)
  })
})
