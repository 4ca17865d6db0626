import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import { type Actor, founderOf } from '../../accounts/actor.ts'
import { system_clock } from '../../clock.ts'
import { deleteFood } from './edit-food.ts'
import { exportMenu, importMenu } from './menu-csv.ts'
import { ownMenu } from './own-menu.ts'

describe('a menu', () => {
  let database: TestDatabase
  let actor: Actor
  beforeAll(async () => {
    database = await createTestDatabase(3)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    const { user_id, email } = await insertVendor(database.db)
    actor = founderOf({ user_id, email })
  })
  const load = (text: string, as = actor) => importMenu({ db: database.db, clock: system_clock }, as, text)

  test('goes out and comes back unchanged', async () => {
    const file = await exportMenu(database.db, actor)
    const columns = '\uFEFFname,price,description,section,options,diets,contains,version'
    const version = 'v[0-9a-f]{42}'
    expect(file).toMatch(
      new RegExp(`^${columns}\r\nJollof Rice,1500,,Menu,,,,${version}\r\nZobo,500,,Menu,,,,${version}\r\n$`),
    )
    expect(await load(file)).toEqual({
      ok: true,
      value: { added: 0, changed: 0, unchanged: 2, refused: [] },
    })
  })

  test('downloaded before somebody changed it, puts nothing back that they changed', async () => {
    const file = await exportMenu(database.db, actor)
    await load('name,price,description\nJollof Rice,1700,Smoky\nZobo,600,\n')
    const mine = file.replace('Jollof Rice,1500,,Menu', 'Jollof Rice,1500,,Rice').replace('Zobo,500', 'Zobo,550')
    const became = 'Since you downloaded this file the price became: ₦600.'
    const problem = `${became} Empty “version” in this row to write yours over it, or download the menu again.`
    expect(await load(mine)).toMatchObject({ value: { changed: 1, refused: [{ line: 3, name: 'Zobo', problem }] } })
    const menu = () => ownMenu(database.db, actor, LUNCH_TIME)
    const jollof = { price_kobo: 1_700_00, description: 'Smoky', section: 'Rice' }
    expect(await menu()).toMatchObject([{ name: 'Zobo', price_kobo: 600_00 }, jollof])
    expect(await load(mine.replace(/(Zobo.*),v.*/, '$1,'))).toMatchObject({ value: { changed: 1, refused: [] } })
    expect(await menu()).toMatchObject([{ price_kobo: 550_00 }, jollof])
  })

  test('downloaded before a dish was taken off it, does not bring that back unasked', async () => {
    const file = await exportMenu(database.db, actor)
    const [, zobo] = await ownMenu(database.db, actor, LUNCH_TIME)
    await deleteFood({ db: database.db, clock: system_clock }, actor, zobo?.id ?? 0)
    const problem = expect.stringMatching(/^This dish is not on your menu any more/)
    expect(await load(file)).toMatchObject({ value: { added: 0, unchanged: 1, refused: [{ name: 'Zobo', problem }] } })
    expect(await load(file.replace('Zobo,', 'Cold Zobo,'))).toMatchObject({ value: { added: 1, refused: [] } })
  })

  test('takes what is right and says what is wrong with the rest', async () => {
    const report = await load(
      'Price,NAME,section\n1600,jollof rice,\n700,Ewa Agoyin,Beans\n' +
        '"1,200",Amala,\n,Eba,\n300,,\n800,Ewa agoyin,Beans\n',
    )
    expect(report).toMatchObject({
      value: {
        added: 1,
        changed: 2,
        unchanged: 0,
        refused: [
          { line: 4, name: 'Amala', problem: 'Please write the price without commas, like 1500.' },
          { line: 5, name: 'Eba', problem: 'The price is missing.' },
          { line: 6, name: '', problem: 'The name is missing.' },
        ],
      },
    })
    expect(await ownMenu(database.db, actor, LUNCH_TIME)).toMatchObject([
      { name: 'jollof rice', price_kobo: 1_600_00 },
      { name: 'Zobo' },
      { name: 'Ewa agoyin', price_kobo: 800_00, section: 'Beans' },
    ])
  })

  test('carries the choices of a dish, keeps them where no such column is, and says what is wrong', async () => {
    const text = 'Size: Small +0 | Large +500; Extras (up to 2): Plantain +300 | Egg +200.50 | Salad +0'
    expect(await load(`name,price,options\nZobo,500,${text}\nEba,300,${text}\n`)).toMatchObject({
      value: { added: 1, changed: 1, refused: [] },
    })
    expect((await ownMenu(database.db, actor, LUNCH_TIME)).slice(1)).toMatchObject(
      ['Zobo', 'Eba'].map((name) => ({
        name,
        option_groups: [
          { name: 'Size', min: 1, max: 1, options: [{}, { name: 'Large', price_kobo: 500_00 }] },
          { name: 'Extras', min: 0, max: 2, options: [{}, { price_kobo: 200_50 }, {}] },
        ],
      })),
    )
    const file = await exportMenu(database.db, actor)
    expect(file).toContain(`Zobo,500,,Menu,${text},,,v`)
    expect(await load(file)).toMatchObject({ value: { added: 0, changed: 0, unchanged: 3 } })
    expect(await load('name,price\nZobo,500')).toMatchObject({ value: { unchanged: 1 } })
    const refused = await load(
      [
        'name;price;options',
        'Zobo;500;"Size: Small +0 | Large 500"',
        'Eba;300;"Size: Small +0; Size: Large +1"',
        'Fufu;300;"Size: Small +1,000"',
        'Semo;300;"Extras (up to 3): Egg +200"',
        'Amala;300;"Extras: +200"',
      ].join('\n'),
    )
    expect(refused).toMatchObject({
      value: {
        added: 0,
        changed: 0,
        refused: [
          { line: 2, name: 'Zobo', problem: '“Large 500” has no price. Write it like Plantain +300' },
          { line: 3, name: 'Eba', problem: '“Size”: This dish has a group of this name already.' },
          { line: 4, problem: '“Size”, “Small”: Please write the price without commas, like 1500.' },
          { line: 5, problem: '“Extras”: There is only 1 to choose from.' },
          { line: 6, problem: '“+200” has no price. Write it like Plantain +300' },
        ],
      },
    })
    expect(await load('name,price,options\nZobo,500,')).toMatchObject({ value: { changed: 1 } })
    expect((await ownMenu(database.db, actor, LUNCH_TIME))[1]).toMatchObject({ option_groups: [] })
  })

  test('carries what is in a dish, keeps it where no such column is, and says what is wrong', async () => {
    const text = ['name;price;diets;contains', 'Zobo;500;Vegan, halal;none', 'Fura;900;vegetarian;Milk']
    expect(await load(text.join('\n'))).toMatchObject({ value: { added: 1, changed: 1, refused: [] } })
    const file = await exportMenu(database.db, actor)
    expect(file).toContain('Zobo,500,,Menu,,"vegetarian, vegan, halal",none,v')
    expect(file).toContain('Fura,900,,Menu,,vegetarian,milk,v')
    expect(await load(file)).toMatchObject({ value: { unchanged: 3 } })
    expect(await load('name,price\nZobo,500')).toMatchObject({ value: { unchanged: 1 } })
    expect(await load('name,price,diets,contains\nZobo,500,,')).toMatchObject({ value: { unchanged: 1 } })
    expect(await load('name,price,diets,contains\nZobo,500,not said,not said')).toMatchObject({ value: { changed: 1 } })
    expect((await ownMenu(database.db, actor, LUNCH_TIME))[1]).toMatchObject({ diets: [], allergens: null })
    const wrong = ['name;price;diets;contains', 'Zobo;500;keto;', 'Fura;900;;milk | cheese', 'Eba;1;vegan;egg']
    expect(await load(wrong.join('\n'))).toMatchObject({
      value: {
        refused: [
          { name: 'Zobo', problem: 'Diets are vegetarian, vegan, halal.' },
          { name: 'Fura', problem: expect.stringMatching(/^What it contains is none, or of groundnut, milk, egg,/) },
          { name: 'Eba', problem: 'What is vegan has no egg in it.' },
        ],
      },
    })
  })

  test.each([
    ['', 'no_columns'],
    ['name,cost\nEba,5', 'no_columns'],
    ['\u0000PNG', 'no_columns'],
    [`name,price\n${'Eba,5\n'.repeat(501)}`, 'too_long'],
  ])('refuses a file that is none (%#)', async (text, reason) => {
    expect(await load(text)).toMatchObject({ ok: false, reason })
  })

  test('holds 500 dishes and no more', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => `Dish ${n},100`).join('\n')
    expect(await load(`name,price\n${rows}`)).toMatchObject({ value: { added: 498 } })
    expect(await load('name,price\nOne more,100')).toMatchObject({
      value: { refused: [{ problem: 'The menu is full: 500 dishes.' }] },
    })
  })

  test('is nobody’s but its owner’s', async () => {
    expect(await load('name,price\nEba,5', { ...actor, role: 'admin' })).toMatchObject({
      reason: 'not_found',
    })
    expect(await exportMenu(database.db, { ...actor, role: 'admin' })).not.toContain('Zobo')
  })
})
