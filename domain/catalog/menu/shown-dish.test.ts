import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import { type Actor, founderOf } from '../../accounts/actor.ts'
import { uploads } from '../tables.ts'
import { editFood } from './edit-food.ts'
import { type OwnDish, ownMenu } from './own-menu.ts'

const { db } = await databaseOfFile(5)
const deps = { db, clock: { now: () => LUNCH_TIME } }
let actor: Actor
let opened: OwnDish

beforeEach(async () => {
  const { user_id, email } = await insertVendor(db)
  actor = founderOf({ user_id, email })
  const [dish] = await ownMenu(db, actor, LUNCH_TIME)
  if (!dish) throw new Error('The menu is empty')
  opened = dish
})

const dishNow = async () => (await ownMenu(db, actor, LUNCH_TIME)).find(({ id }) => id === opened.id) ?? opened

/** The form of the dish as it was opened, with some of its fields typed anew. */
const formWith = (typed: Partial<Parameters<typeof editFood>[3]>) => ({
  name: opened.name,
  price: String(opened.price_kobo / 100),
  description: opened.description ?? '',
  section: opened.section,
  food_image: opened.food_image ?? '',
  diets: [...opened.diets],
  contains: [...(opened.allergens ?? [])],
  ...typed,
})
const save = (typed: Parameters<typeof formWith>[0], version: string) =>
  editFood(deps, actor, opened.id, formWith(typed), version)
const group = (name: string) => ({ name, rule: 'any' as const, options: [{ name: 'Egg', price: '200' }] })

async function upload(): Promise<string> {
  const address = `/images/${randomUUID().replaceAll('-', '')}-640.webp`
  await db.insert(uploads).values({ address, user_id: actor.user_id, uploaded_at: LUNCH_TIME })
  return address
}

describe('a form of a dish that stood open while a colleague changed', () => {
  const photos = ['', '']
  beforeEach(async () => {
    photos.splice(0, 2, await upload(), await upload())
  })
  /** What the colleague types, what the form does, and how it is told what stands there now. */
  const fields = [
    ['name', () => ({ name: 'Ofada' }), () => ({ name: 'Ofada Rice' }), 'Ofada'],
    ['price', () => ({ price: '1700' }), () => ({ price: '1650.50' }), '₦1,700'],
    ['description', () => ({ description: 'Hot.\nRed.' }), () => ({ description: 'Mild' }), 'Hot.\nRed.'],
    ['section', () => ({ section: 'Rice' }), () => ({ section: 'Lunch' }), 'Rice'],
    ['food_image', () => ({ food_image: photos[0] }), () => ({ food_image: photos[1] }), /^\/images\//],
    [
      'option_groups',
      () => ({ option_groups: [group('Extras')] }),
      () => ({ option_groups: [group('Protein')] }),
      'Extras (any): Egg +200',
    ],
    ['contains', () => ({ contains: ['milk'] }), () => ({ contains: ['egg'] }), 'Contains milk.'],
  ] as const

  test.each(fields)('its %s leaves that alone, or asks first', async (field, colleague, mine, words) => {
    const shown = opened.version
    expect(await save(colleague(), shown)).toMatchObject({ ok: true })
    const changed = await dishNow()
    const unversioned = ({ version: _, ...dish }: OwnDish) => dish

    // The form says something else of the dish.
    const other = field === 'description' ? { section: 'Lunch' } : { description: 'Smoky' }
    expect(await save(other, shown)).toMatchObject({ ok: true })
    expect(unversioned(await dishNow())).toEqual({ ...unversioned(changed), ...other })

    const refused = await save({ ...other, ...mine() }, shown)
    expect(refused).toMatchObject({
      reason: 'stale',
      details: { now: { [field]: typeof words === 'string' ? words : expect.stringMatching(words) } },
    })
    expect(unversioned(await dishNow())).toEqual({ ...unversioned(changed), ...other })
    if (refused.ok || refused.reason !== 'stale') return
    expect(Object.keys(refused.details.now)).toEqual([field])
    expect(await save({ ...other, ...mine() }, refused.details.version)).toMatchObject({ ok: true })
    expect(unversioned(await dishNow())).not.toEqual({ ...unversioned(changed), ...other })
    // What both say needs no question.
    expect(await save({ ...other, ...mine() }, shown)).toMatchObject({ ok: true })
  })

  test('several of its fields puts none of them back once it knows of one', async () => {
    const shown = opened.version
    await save({ price: '1700', section: 'Rice', option_groups: [group('Extras')] }, shown)
    const refused = await save({ price: '1800' }, shown)
    expect(refused).toMatchObject({ reason: 'stale', details: { now: { price: '₦1,700' } } })
    if (refused.ok || refused.reason !== 'stale') return
    expect(await save({ price: '1800' }, refused.details.version)).toMatchObject({ ok: true })
    expect(await dishNow()).toMatchObject({ price_kobo: 1_800_00, section: 'Rice' })
    expect((await dishNow()).option_groups).toHaveLength(1)
  })

  test('its choices is refused where both together cost too much', async () => {
    const shown = opened.version
    const dear = Array.from({ length: 10 }, (_, n) => ({ name: `${n}`, price: '999000' }))
    await save({ option_groups: [{ ...group('Extras'), options: dear }] }, shown)
    expect(await save({ price: '1000000' }, shown)).toMatchObject({
      reason: 'fields',
      details: { option_groups: 'With everything chosen, a dish costs at most 10000000 naira.' },
    })
  })

  test('how a line of its description ends saw the same', async () => {
    const shown = opened.version
    await save({ description: 'Hot.\r\nRed.' }, shown)
    const changed = (await dishNow()).version
    await save({ description: 'Mild' }, changed)
    expect(await save({ description: 'Hot.\nRed.', price: '1700' }, changed)).toMatchObject({ ok: true })
    expect(await dishNow()).toMatchObject({ description: 'Mild', price_kobo: 1_700_00 })
  })

  test.each(['', 'null', '[]', '{"price":5}', 'no version'])(
    'and says %j of what it saw is understood',
    async (said) => {
      const saved = await save({ section: 'Lunch' }, said)
      expect(saved.ok || saved.reason === 'stale').toBe(true)
    },
  )
})
