import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { size } from '../../../test/dish-options.ts'
import { kobo } from '../../money.ts'
import { noteChoice, noteText } from './dish-note.ts'
import { fitChoices } from './fit-choices.ts'
import { option_group_list } from './option-group-form.ts'
import { choicesKey, nameWithChoices, type OptionGroup } from './option-groups.ts'
import { placeInDrafts, readOptionGroups, writeOptionGroups } from './option-groups-text.ts'
import { lowestPrice, ruleText } from './option-rules.ts'

const extras: OptionGroup = {
  name: 'Extras',
  min: 0,
  max: 2,
  options: [
    { name: 'Plantain', price_kobo: kobo(300_00) },
    { name: 'Egg', price_kobo: kobo(200_50) },
    { name: 'Salad', price_kobo: 0 },
  ],
}
const chosen = (...names: string[]) =>
  names.map((text) => {
    const [group = '', name = ''] = text.split(': ')
    return { group, name }
  })

describe('choices', () => {
  test('are priced by the menu, each once, in the order of the menu', () => {
    expect(fitChoices([size, extras], chosen('Extras: egg', ' size : LARGE', 'Extras: Egg'))).toEqual({
      options: chosen('Size: Large', 'Extras: Egg'),
      price_kobo: 700_50,
      gone: [],
      note_gone: false,
      broken: null,
    })
  })

  test.each([
    ['a choice that is gone', chosen('Size: Small', 'Extras: Snail'), { gone: ['Snail'], broken: null }],
    ['a group that is gone', chosen('Size: Small', 'Sauce: Egg'), { gone: ['Egg'], broken: null }],
    ['a required choice that is gone', chosen('Size: Huge'), { gone: ['Huge'], broken: size }],
    ['nothing where one must be chosen', [], { gone: [], broken: size }],
    ['two where one must be chosen', chosen('Size: Small', 'Size: Large'), { broken: size }],
    [
      'more than may be chosen',
      chosen('Size: Small', 'Extras: Plantain', 'Extras: Egg', 'Extras: Salad'),
      { broken: extras },
    ],
  ])('that no longer fit are told: %s', (_, choices, told) => {
    expect(fitChoices([size, extras], choices)).toMatchObject(told)
  })

  test('a note goes along with them, costs nothing, and names no web address', () => {
    const with_note = [...chosen('Size: Large'), ...noteChoice(' no  pepper ')]
    expect(fitChoices([size], with_note)).toMatchObject({ options: with_note, price_kobo: 500_00, gone: [] })
    expect(nameWithChoices({ name: 'Amala', options: with_note })).toBe('Amala (Large, Note: no pepper)')
    expect(noteText(with_note)).toBe('no pepper')
    expect(noteChoice('x'.repeat(99))[0]?.name).toHaveLength('Note: '.length + 60)
    expect(noteText(noteChoice(`${'x'.repeat(59)}🌶`))).toBe('x'.repeat(59))
    const tapped = noteChoice('see jollof.com')
    expect(fitChoices([], tapped)).toMatchObject({ options: [], gone: [], note_gone: true })
    expect(noteText(noteChoice('no pepper), 5x Chicken (big, please'))).toBe('no pepper ; 5x Chicken big; please')
  })

  test('are one line in whatever order they were made, and another with other choices', () => {
    expect(choicesKey(chosen('A: x', 'B: y'))).toBe(choicesKey(chosen('B: y', 'A: x')))
    expect(choicesKey(chosen('A: x'))).not.toBe(choicesKey(chosen('B: x')))
    expect(choicesKey(undefined)).toBe(choicesKey([]))
    expect(choicesKey([...noteChoice('x'), ...chosen('Size: L')])).not.toBe(choicesKey(noteChoice('x; Size: L')))
  })

  test('read well', () => {
    expect(nameWithChoices({ name: 'Jollof Rice', options: chosen('Size: Large', 'Extras: Egg') })).toBe(
      'Jollof Rice (Large, Egg)',
    )
    expect(nameWithChoices({ name: 'Zobo' })).toBe('Zobo')
    const asks = (min: number, max: number) => ruleText({ ...extras, min, max })
    expect([asks(1, 1), asks(0, 2), asks(0, 3), asks(1, 2), asks(2, 2)]).toEqual([
      'Choose one',
      'Choose up to 2',
      'Choose any',
      'Choose 1 to 2',
      'Choose 2',
    ])
  })

  test('make a price "from" only where they must be made', () => {
    const dish = (...option_groups: OptionGroup[]) => lowestPrice({ price_kobo: kobo(1_500_00), option_groups })
    expect(dish()).toEqual({ kobo: 1_500_00, varies: false })
    expect(dish(extras)).toEqual({ kobo: 1_500_00, varies: false })
    expect(dish(extras, size)).toEqual({ kobo: 1_500_00, varies: true })
    expect(dish({ ...extras, min: 2 })).toEqual({ kobo: 1_700_50, varies: true })
    const box = { name: 'Box', min: 1, max: 1, options: [{ name: 'Paper', price_kobo: kobo(100_00) }] }
    expect(dish(box)).toEqual({ kobo: 1_600_00, varies: false })
  })
})

const draft = (fields: object = {}) => ({
  name: 'Size',
  rule: 'one',
  min: '',
  max: '',
  options: [
    { name: 'Small', price: '' },
    { name: 'Large', price: '500' },
  ],
  ...fields,
})
const options = (...names: string[]) => names.map((name) => ({ name, price: '' }))

describe('what an owner writes', () => {
  test.each([
    [{ rule: 'one' }, [1, 1]],
    [{ rule: 'any' }, [0, 2]],
    [{ rule: 'up_to', max: ' 1 ' }, [0, 1]],
    [{ rule: 'between', min: '1', max: '2' }, [1, 2]],
  ])('becomes a group: %j', (fields, [min, max]) => {
    expect(option_group_list.parse([draft(fields)])).toEqual([{ ...size, min, max }])
  })

  test.each([
    ['0.name', [draft({ name: ' ' })], 'Required'],
    ['0.name', [draft({ name: 'a'.repeat(41) })], 'Please keep this under 40 characters.'],
    ['0.name', [draft({ name: 'Size: all' })], 'Please leave out : ; and |'],
    ['1.name', [draft(), draft({ name: 'SIZE' })], 'This dish has a group of this name already.'],
    ['0.options', [draft({ options: [] })], 'Please add at least one choice.'],
    [
      '0.options',
      [draft({ options: Array.from({ length: 21 }, (_, n) => ({ name: `${n}`, price: '' })) })],
      'A group holds at most 20 choices.',
    ],
    ['0.options.1.name', [draft({ options: options('Egg', '') })], 'Required'],
    ['0.options.1.name', [draft({ options: options('Egg', 'egg') })], 'This choice is there already.'],
    ['0.options.0.name', [draft({ options: options('Egg | Fish') })], 'Please leave out : ; and |'],
    [
      '0.options.0.price',
      [draft({ options: [{ name: 'Egg', price: '1,500' }] })],
      'Please write the price without commas, like 1500.',
    ],
    [
      '0.options.0.price',
      [draft({ options: [{ name: 'Egg', price: '-5' }] })],
      'Please write the price in figures, like 1500.',
    ],
    [
      '0.options.0.price',
      [draft({ options: [{ name: 'Egg', price: '1000000.01' }] })],
      'A choice adds at most 1000000 naira.',
    ],
    ['0.max', [draft({ rule: 'up_to', max: '' })], 'Please write a number from 1.'],
    ['0.max', [draft({ rule: 'up_to', max: '0' })], 'Please write a number from 1.'],
    ['0.max', [draft({ rule: 'up_to', max: '3' })], 'There are only 2 to choose from.'],
    ['0.min', [draft({ rule: 'between', min: 'x', max: '2' })], 'Please write a number.'],
    ['0.min', [draft({ rule: 'between', min: '2', max: '1' })], 'This is more than may be chosen.'],
    ['', Array.from({ length: 9 }, (_, n) => draft({ name: `${n}` })), 'A dish has at most 8 groups of choices.'],
  ])('is refused at %s (%#)', (path, drafts, message) => {
    const { error } = option_group_list.safeParse(drafts)
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]])
  })
})

describe('choices as a line of text', () => {
  const name = fc
    .string({ unit: fc.constantFrom(...'abẹ1 +()to"\','.split('')), minLength: 1, maxLength: 40 })
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const group = fc
    .record({
      name,
      options: fc.uniqueArray(fc.record({ name, price_kobo: fc.integer({ min: 0, max: 1_000_000_00 }).map(kobo) }), {
        minLength: 1,
        maxLength: 20,
        selector: (option) => option.name.toLowerCase(),
      }),
      share: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ name, options, share: [most, least] }): OptionGroup => {
      const max = 1 + Math.floor(most * (options.length - 1))
      return { name, options, max, min: Math.floor(least * max) }
    })
  const menu = fc.uniqueArray(group, { maxLength: 8, selector: ({ name }) => name.toLowerCase() })

  test('come back as they were written', () => {
    fc.assert(
      fc.property(menu, (groups) => {
        expect(option_group_list.parse(readOptionGroups(writeOptionGroups(groups)))).toEqual(groups)
      }),
    )
  })

  test('are written as people would', () => {
    const text = 'Size: Small +0 | Large +500; Extras (up to 2): Plantain +300 | Egg +200.50 | Salad +0'
    expect(writeOptionGroups([size, extras])).toBe(text)
    expect(option_group_list.parse(readOptionGroups(`;${text.replaceAll(' | ', '|')} ;`))).toEqual([size, extras])
    expect(readOptionGroups('Extras (ANY): Egg+200')).toMatchObject([
      { name: 'Extras', rule: 'any', options: [{ name: 'Egg', price: '200' }] },
    ])
    expect(readOptionGroups('  ')).toEqual([])
  })

  test.each([
    ['Small +0', '“Small +0” is no group of choices. Write it like Size: Small +0 | Large +500'],
    ['Size:', '“Size:” is no group of choices. Write it like Size: Small +0 | Large +500'],
    ['Extras: Plantain 300', '“Plantain 300” has no price. Write it like Plantain +300'],
    ['Extras: Egg +200 |', '“” has no price. Write it like Plantain +300'],
  ])('are refused where they cannot be read: %s', (text, problem) => {
    expect(readOptionGroups(text)).toEqual({ problem })
  })

  test('say where something is wrong', () => {
    const drafts = readOptionGroups('Size: Small +0 | Large +1,000')
    if (!Array.isArray(drafts)) throw new Error(drafts.problem)
    expect(placeInDrafts('option_groups.0.options.1.price', drafts)).toBe('“Size”, “Large”')
    expect(placeInDrafts('option_groups.0.max', drafts)).toBe('“Size”')
    expect(placeInDrafts('option_groups', drafts)).toBe('')
  })
})
