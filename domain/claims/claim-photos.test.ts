import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import { uploads } from '../catalog/tables.ts'
import { forgetOld } from '../retention/forget-old.ts'
import { MOST_PHOTOS, mayShowPhoto, showPhoto } from './add-to-claim.ts'
import { CLAIM_DAYS } from './claim-rules.ts'
import { refuseClaim } from './decide-claim.ts'
import { claims } from './tables.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { admin, order, claim, orderRow } = claimsUnderTest(world)

/** An open claim, and how its customer stores and shows photos. */
async function toShow() {
  const { id, token } = await order()
  const made = await claim(token)
  if (!made.ok) throw new Error(made.reason)
  const { db, clock } = world.deps
  const { checkout_id } = await orderRow(id)
  const store = async (name: string) => {
    const address = `/images/${id}-${name}.webp`
    const row = { address, user_id: checkout_id, uploaded_at: clock.now() }
    await db.insert(uploads).values(row).onConflictDoNothing()
    return address
  }
  const upload = async (name: string) =>
    (
      await db
        .select()
        .from(uploads)
        .where(eq(uploads.address, await store(name)))
    )[0]
  const show = async (name: string) => showPhoto(world.deps, token, await store(name))
  return { id, checkout_id, claim_id: made.value.id, store, show, upload }
}

test('a shown photo stays, a replaced one goes, and one that is shown again stays', async () => {
  const { show, upload } = await toShow()
  expect(await show('plate')).toMatchObject({ ok: true })
  expect(await upload('plate')).toMatchObject({ kept_since: LUNCH_TIME, let_go_at: null })
  await show('table')
  expect(await upload('plate')).toMatchObject({ let_go_at: LUNCH_TIME })
  expect(await upload('table')).toMatchObject({ kept_since: LUNCH_TIME, let_go_at: null })
  await show('plate')
  expect(await upload('plate')).toMatchObject({ let_go_at: null })
  await show('plate')
  expect(await upload('plate')).toMatchObject({ let_go_at: null })
})

test('a photo that another claim of the cart still shows stays', async () => {
  const { id, claim_id, show, upload } = await toShow()
  await show('plate')
  await refuseClaim(world.deps, admin, { claim_id, reason: 'It was handed over whole' })
  const again = { order_id: id, kind: 'spoiled', lines: [], created_at: new Date(LUNCH_TIME.getTime() + 1000) } as const
  await world.deps.db.insert(claims).values(again)
  await show('plate')
  await show('table')
  expect(await upload('plate')).toMatchObject({ let_go_at: null })
})

test('a photo is let go when its claim is forgotten, not before', async () => {
  const { claim_id, show, upload } = await toShow()
  await show('plate')
  const photo = async () => (await world.deps.db.select().from(claims).where(eq(claims.id, claim_id)))[0]?.photo
  world.clock.advance(CLAIM_DAYS * 86_400)
  await forgetOld(world.deps)
  expect(await photo()).not.toBeNull()
  expect(await upload('plate')).toMatchObject({ let_go_at: null })
  world.clock.advance(1)
  await forgetOld(world.deps)
  expect(await photo()).toBeNull()
  expect((await upload('plate'))?.let_go_at).not.toBeNull()
})

test('a cart has so many photos, whatever is open', async () => {
  const { id, claim_id, store } = await toShow()
  const { db } = world.deps
  const row = async () => orderRow(id)
  for (let photo = 0; photo < MOST_PHOTOS; photo++) {
    expect(await mayShowPhoto(db, await row())).toMatchObject({ ok: true })
    await store(String(photo))
  }
  expect(await mayShowPhoto(db, await row())).toMatchObject({ reason: 'too_many_photos' })
  await refuseClaim(world.deps, admin, { claim_id, reason: 'It was handed over whole' })
  expect(await mayShowPhoto(db, await row())).toMatchObject({ reason: 'not_open' })
})
