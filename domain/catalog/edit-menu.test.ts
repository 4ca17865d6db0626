import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile, type TestDatabase } from '../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../test/world.ts'
import { type Actor, founderOf } from '../accounts/actor.ts'
import { movableClock } from '../clock.ts'
import { contentsKey, type DishContents } from './menu/dish-contents.ts'
import { addFood, deleteFood, editFood } from './menu/edit-food.ts'
import { markSoldOut } from './menu/mark-sold-out.ts'
import { moveFood } from './menu/move-food.ts'
import { ownMenu } from './menu/own-menu.ts'
import { food, uploads, vendors } from './tables.ts'

const database = await databaseOfFile(5)
let deps: { db: TestDatabase['db']; clock: ReturnType<typeof movableClock> }
let actor: Actor
let other: Actor

beforeEach(async () => {
  deps = { db: database.db, clock: movableClock(LUNCH_TIME) }
  actor = await vendorActor()
  other = await vendorActor()
})

async function vendorActor(): Promise<Actor> {
  const { user_id, email } = await insertVendor(database.db)
  return founderOf({ user_id, email })
}

const amala = { name: 'Amala', price: '1200', description: '', section: '', food_image: '' }
const empty: DishContents = { diets: [], allergens: null }
const menu = async (of = actor) => (await ownMenu(deps.db, of, deps.clock.now())).map(({ name }) => name)
const idOf = async (name: string, of = actor) =>
  (await ownMenu(deps.db, of, deps.clock.now())).find((dish) => dish.name === name)?.id ?? 0
const averageOf = async ({ user_id }: Actor) =>
  (await deps.db.select().from(vendors).where(eq(vendors.user_id, user_id)))[0]?.avg_price

async function uploadOf({ user_id }: Actor): Promise<string> {
  const address = `/images/${randomUUID().replaceAll('-', '')}-640.webp`
  await deps.db.insert(uploads).values({ address, user_id, uploaded_at: LUNCH_TIME })
  return address
}

describe('a dish', () => {
  test('knows which others of its menu show the same photo', async () => {
    const food_image = await uploadOf(actor)
    for (const name of ['Amala', 'Ewedu', 'Gbegiri']) {
      expect(
        await addFood(deps, actor, { ...amala, name, food_image: name === 'Gbegiri' ? '' : food_image }),
      ).toMatchObject({ ok: true })
    }
    const told = (await ownMenu(deps.db, actor, LUNCH_TIME)).map(({ name, same_photo }) => [name, ...same_photo])
    expect(told.slice(-3)).toEqual([['Amala', 'Ewedu'], ['Ewedu', 'Amala'], ['Gbegiri']])
    expect(told.slice(0, -3).every(({ length }) => length === 1)).toBe(true)
  })

  test('says whom it suits and what is in it, and never both of what rules each other out', async () => {
    expect((await ownMenu(deps.db, actor, LUNCH_TIME))[0]).toMatchObject({ diets: [], allergens: null })
    expect(await addFood(deps, actor, { ...amala, diets: ['vegan'], contains: ['none'] })).toMatchObject({ ok: true })
    const contents = async () => (await ownMenu(deps.db, actor, LUNCH_TIME)).at(-1)
    expect(await contents()).toMatchObject({ diets: ['vegetarian', 'vegan'], allergens: [] })
    const id = await idOf('Amala')
    const version = (seen: DishContents) => JSON.stringify({ contains: contentsKey(seen) })
    const edit = async (said: { diets?: string[]; contains?: string[] }, seen?: string) =>
      editFood(deps, actor, id, { ...amala, ...said }, seen ?? version((await contents()) ?? empty))
    await edit({ contains: ['wheat', 'fish'] })
    expect(await contents()).toMatchObject({ diets: [], allergens: ['fish', 'wheat'] })
    expect(await edit({ diets: ['vegan'], contains: ['egg'] })).toMatchObject({
      details: { diets: 'What is vegan has no egg in it.' },
    })
    expect(await edit({ contains: ['none', 'egg'] })).toMatchObject({
      details: { contains: 'Either none of these, or some of them.' },
    })

    // A form that stood open since before it was said changes the rest, and takes nothing back.
    const before = version(empty)
    expect(await edit({}, before)).toMatchObject({ ok: true })
    expect(await editFood(deps, actor, id, { ...amala, contains: ['none'] })).toMatchObject({ ok: true })
    expect(await contents()).toMatchObject({ allergens: ['fish', 'wheat'] })
    expect(await edit({ contains: ['none'] }, before)).toMatchObject({
      reason: 'stale',
      details: { now: { contains: 'Contains fish and wheat.' } },
    })
    await edit({})
    expect(await contents()).toMatchObject(empty)
  })

  test('is added at the end, under "Menu" unless told otherwise, and the average price follows', async () => {
    expect(await addFood(deps, actor, amala)).toMatchObject({ ok: true })
    expect((await ownMenu(deps.db, actor, LUNCH_TIME)).at(-1)).toMatchObject({
      name: 'Amala',
      price_kobo: 1_200_00,
      section: 'Menu',
      description: null,
      food_image: null,
      sold_out: 'no',
    })
    expect(await averageOf(actor)).toBe(1_066_67)
  })

  test.each([
    ['name', { name: '  ' }, 'Required'],
    ['price', { price: '' }, 'Required'],
    ['price', { price: '1,500' }, 'Please write the price without commas, like 1500.'],
    ['price', { price: 'free' }, 'Please write the price in figures, like 1500.'],
    ['price', { price: '-5' }, 'Please write the price in figures, like 1500.'],
    ['price', { price: '1.005' }, 'Please write the price in figures, like 1500.'],
    ['price', { price: '0.99' }, 'A dish costs at least 1 naira.'],
    ['price', { price: '1000001' }, 'A dish costs at most 1000000 naira.'],
    ['name', { name: 'a'.repeat(81) }, 'Please keep this under 80 characters.'],
    ['description', { description: 'a'.repeat(301) }, 'Please keep this under 300 characters.'],
  ])('is refused for its %s: %j', async (field, wrong, message) => {
    const refusal = { ok: false, reason: 'fields', details: { [field]: message } }
    expect(await addFood(deps, actor, { ...amala, ...wrong })).toEqual(refusal)
    expect(await editFood(deps, actor, await idOf('Zobo'), { ...amala, ...wrong })).toEqual(refusal)
    expect(await menu()).toEqual(['Jollof Rice', 'Zobo'])
  })

  test('keeps its choices, and is refused for what is wrong with them', async () => {
    const group = { name: 'Size', rule: 'one' as const, options: [{ name: 'Large', price: '500' }] }
    expect(await addFood(deps, actor, { ...amala, option_groups: [group] })).toMatchObject({ ok: true })
    expect((await ownMenu(deps.db, actor, LUNCH_TIME)).at(-1)?.option_groups).toEqual([
      { name: 'Size', min: 1, max: 1, options: [{ name: 'Large', price_kobo: 500_00 }] },
    ])
    expect(await addFood(deps, actor, { ...amala, option_groups: [group] })).toMatchObject({ ok: true })
    expect(await addFood(deps, actor, amala)).toMatchObject({ reason: 'name_taken' })
    const wrong = { ...group, options: [{ name: 'Large', price: '5,00' }] }
    expect(await editFood(deps, actor, await idOf('Amala'), { ...amala, option_groups: [wrong] })).toEqual({
      ok: false,
      reason: 'fields',
      details: { 'option_groups.0.options.0.price': 'Please write the price without commas, like 1500.' },
    })
    const dear = Array.from({ length: 11 }, (_, n) => ({ name: `${n}`, price: '1000000' }))
    expect(await addFood(deps, actor, { ...amala, option_groups: [{ ...group, options: dear }] })).toMatchObject({
      details: { option_groups: 'With everything chosen, a dish costs at most 10000000 naira.' },
    })
    expect(await editFood(deps, actor, await idOf('Amala'), amala)).toMatchObject({ ok: true })
    expect((await ownMenu(deps.db, actor, LUNCH_TIME)).at(-1)?.option_groups).toEqual([])
  })

  test('stands on a menu once, however its name is written', async () => {
    expect(await addFood(deps, actor, { ...amala, name: 'JOLLOF rice' })).toMatchObject({
      reason: 'name_taken',
    })
    expect(await editFood(deps, actor, await idOf('Zobo'), { ...amala, name: 'jollof rice' })).toMatchObject({
      reason: 'name_taken',
    })
    expect(await editFood(deps, actor, await idOf('Zobo'), { ...amala, name: 'ZOBO' })).toMatchObject({
      ok: true,
    })
  })

  test('sent fifty times at once is one', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => addFood(deps, actor, amala)))
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.reason))).size).toBe(1)
    expect(await menu()).toEqual(['Jollof Rice', 'Zobo', 'Amala'])
  })

  test('shows a picture its owner uploaded, and nobody else’s', async () => {
    const [own, foreign] = [await uploadOf(actor), await uploadOf(other)]
    expect(await addFood(deps, actor, { ...amala, food_image: own })).toMatchObject({ ok: true })
    for (const food_image of [foreign, 'https://elsewhere.example/a.png', '/images/../secret']) {
      expect(await addFood(deps, actor, { ...amala, name: 'Eba', food_image })).toMatchObject({
        reason: 'not_your_picture',
      })
      expect(await editFood(deps, actor, await idOf('Zobo'), { ...amala, name: 'Eba', food_image })).toMatchObject({
        reason: 'not_your_picture',
      })
    }
  })

  test('keeps the picture it has, wherever that came from', async () => {
    const id = await idOf('Zobo')
    await deps.db.update(food).set({ food_image: '/images/demo.webp' }).where(eq(food.id, id))
    const zobo = { ...amala, name: 'Zobo', food_image: '/images/demo.webp' }
    expect(await editFood(deps, actor, id, zobo)).toMatchObject({ ok: true })
  })

  test('is deleted, and the average price follows', async () => {
    expect(await deleteFood(deps, actor, await idOf('Zobo'))).toMatchObject({ ok: true })
    expect(await averageOf(actor)).toBe(1_500_00)
    expect(await deleteFood(deps, actor, await idOf('Jollof Rice'))).toMatchObject({ ok: true })
    expect(await averageOf(actor)).toBeNull()
  })
})

describe('another’s dish answers like one that never was', () => {
  const verbs = {
    edit: (id: number, as: Actor) => editFood(deps, as, id, amala),
    delete: (id: number, as: Actor) => deleteFood(deps, as, id),
    'mark sold out': (id: number, as: Actor) => markSoldOut(deps, as, id, 'today'),
    move: (id: number, as: Actor) => moveFood(deps, as, id, 'earlier'),
  }
  test.each(Object.entries(verbs))('%s', async (_, verb) => {
    const foreign = await idOf('Zobo', other)
    for (const id of [foreign, 999_999, 0, -1, Number.NaN, 1.5, Number.MAX_SAFE_INTEGER]) {
      expect(await verb(id, actor)).toEqual({ ok: false, reason: 'not_found', details: undefined })
    }
    for (const role of ['admin', 'rider'] as const) {
      expect(await verb(foreign, { ...other, role })).toMatchObject({ reason: 'not_found' })
    }
    expect(await menu(other)).toEqual(['Jollof Rice', 'Zobo'])
  })

  test('nobody but a vendor adds one', async () => {
    expect(await addFood(deps, { ...actor, role: 'rider' }, amala)).toMatchObject({ reason: 'not_found' })
    expect(await addFood(deps, founderOf({ ...actor, user_id: randomUUID() }), amala)).toMatchObject({
      reason: 'not_found',
    })
  })
})

describe('sold out', () => {
  const soldOut = async () =>
    (await ownMenu(deps.db, actor, deps.clock.now())).find(({ name }) => name === 'Zobo')?.sold_out

  test('for today ends at four in the morning, when the last night grill has closed', async () => {
    await markSoldOut(deps, actor, await idOf('Zobo'), 'today')
    deps.clock.set(new Date('2026-03-11T02:59:59Z'))
    expect(await soldOut()).toBe('today')
    await markSoldOut(deps, actor, await idOf('Zobo'), 'today')
    deps.clock.set(new Date('2026-03-11T03:00:00Z'))
    expect(await soldOut()).toBe('no')
  })

  test('until changed lasts until then', async () => {
    await markSoldOut(deps, actor, await idOf('Zobo'), 'until_changed')
    deps.clock.advance(400 * 86_400)
    expect(await soldOut()).toBe('until_changed')
    await markSoldOut(deps, actor, await idOf('Zobo'), 'no')
    expect(await soldOut()).toBe('no')
  })
})

describe('the order of the menu', () => {
  beforeEach(async () => {
    await addFood(deps, actor, { ...amala, section: 'Swallow' })
    await addFood(deps, actor, { ...amala, name: 'Eba', section: 'Swallow' })
  })

  test('changes by one place within a section, and stops at its ends', async () => {
    await moveFood(deps, actor, await idOf('Zobo'), 'earlier')
    expect(await menu()).toEqual(['Zobo', 'Jollof Rice', 'Amala', 'Eba'])
    await moveFood(deps, actor, await idOf('Zobo'), 'earlier')
    await moveFood(deps, actor, await idOf('Jollof Rice'), 'later')
    expect(await menu()).toEqual(['Zobo', 'Jollof Rice', 'Amala', 'Eba'])
    await moveFood(deps, actor, await idOf('Amala'), 'later')
    expect(await menu()).toEqual(['Zobo', 'Jollof Rice', 'Eba', 'Amala'])
  })

  test('in front of a dish of another section it joins that', async () => {
    await moveFood(deps, actor, await idOf('Zobo'), { before_id: await idOf('Eba') })
    expect(await menu()).toEqual(['Jollof Rice', 'Amala', 'Zobo', 'Eba'])
    expect((await ownMenu(deps.db, actor, LUNCH_TIME)).find(({ name }) => name === 'Zobo')?.section).toBe('Swallow')
    await moveFood(deps, actor, await idOf('Zobo'), { before_id: await idOf('Jollof Rice') })
    expect(await menu()).toEqual(['Zobo', 'Jollof Rice', 'Amala', 'Eba'])
    await moveFood(deps, actor, await idOf('Zobo'), { after_id: await idOf('Eba') })
    expect(await menu()).toEqual(['Jollof Rice', 'Amala', 'Eba', 'Zobo'])
  })

  test('is not changed by another’s dish, nor by itself', async () => {
    const id = await idOf('Zobo')
    expect(await moveFood(deps, actor, id, { before_id: await idOf('Zobo', other) })).toMatchObject({
      reason: 'not_found',
    })
    expect(await moveFood(deps, actor, id, { before_id: id })).toMatchObject({ ok: true })
    expect(await menu()).toEqual(['Jollof Rice', 'Zobo', 'Amala', 'Eba'])
  })
})
