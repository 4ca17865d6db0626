import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { incidentWorld } from '../../test/incidents.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import { tidyPictures } from '../catalog/pictures/tidy-pictures.ts'
import { uploads } from '../catalog/tables.ts'
import { keepPicture } from '../delivery/riders/keep-picture.ts'
import { deliveries, riders } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { forgetOld } from './forget-old.ts'

const world = await worldOfFile()
const { db } = world.deps
const { pickedUp, deliveryOf } = deliveryWorld(world)
const { photoOf, take, latestOf } = incidentWorld(world)

/** Deletes what may go, and answers which files that were. */
async function tidy(): Promise<string[]> {
  const gone: string[] = []
  const remove = async (address: string) => void gone.push(address)
  const pictures = { remove } as Parameters<typeof tidyPictures>[0]['pictures']
  while ((await tidyPictures({ ...world.deps, pictures })) > 0);
  return gone
}

test('a photo of a door, and what was noted there, goes after half a year with its file; a face stays', async () => {
  const carried = await pickedUp()
  const { rider, order_id, delivery_id } = carried
  const face = await photoOf(rider)
  await db.transaction((tx) => keepPicture(tx, { shown: face, now: LUNCH_TIME }))
  await db.update(riders).set({ profile_photo: face }).where(eq(riders.user_id, rider.user_id))
  expect(await take(carried, 'customer_absent', 'leave')).toMatchObject({ ok: true })
  const before = await latestOf(delivery_id)
  const { no_pin_photo, closed_at } = await deliveryOf(order_id)
  expect(before).toMatchObject({ photo: no_pin_photo, words: expect.any(String) })

  world.clock.set(new Date(closed_at?.getTime() ?? 0))
  world.clock.advance(180 * 86_400)
  await forgetOld(world.deps)
  expect(await deliveryOf(order_id)).toMatchObject({ no_pin_photo })
  expect(await tidy()).toEqual([])

  world.clock.advance(1)
  await forgetOld(world.deps)
  expect(await deliveryOf(order_id)).toMatchObject({ status: 'Delivered', no_pin_photo: null })
  expect(await latestOf(delivery_id)).toEqual({ ...before, photo: null, words: null })
  expect(await tidy()).toEqual([no_pin_photo])
  expect(await db.select({ address: uploads.address }).from(uploads)).toEqual([{ address: face }])
  expect(await findViolations(db)).toEqual([])
})

test('a photo that a delivery still shows is not let go, however long ago it was taken', async () => {
  const { rider, order_id } = await pickedUp()
  const photo = await photoOf(rider)
  await db.transaction((tx) => keepPicture(tx, { shown: photo, now: LUNCH_TIME }))
  const shown = { status: 'Delivered', closed_at: world.clock.now(), no_pin_photo: photo } as const
  await db.update(deliveries).set(shown).where(eq(deliveries.order_id, order_id))
  world.clock.set(new Date(LUNCH_TIME.getTime() + 200 * 86_400_000))
  await forgetOld(world.deps)
  expect(await tidy()).toEqual([])
})
