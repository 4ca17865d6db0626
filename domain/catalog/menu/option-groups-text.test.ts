import { describe, expect, test } from 'vitest'
import { readOptionGroups } from './option-groups-text.ts'

describe('the choices in a cell', () => {
  test('have the price behind their last plus, and the rule in the last brackets', () => {
    expect(readOptionGroups('Extras (hot) (up to 2): A + B + 300 | Egg +')).toEqual([
      {
        ...{ name: 'Extras (hot)', rule: 'up_to', min: '', max: '2' },
        options: [
          { name: 'A + B', price: '300' },
          { name: 'Egg', price: 'nothing' },
        ],
      },
    ])
  })

  test.each(['Size: Small', 'Size: +300', 'Size: Small +3 00', 'Size: Small\n+ Large +300'])(
    '%j have no price',
    (cell) => {
      expect(readOptionGroups(cell)).toMatchObject({ problem: expect.stringContaining('has no price') })
    },
  )

  // Each took minutes when the cell was searched from each of its signs, and nobody else was answered.
  test.each([
    ['spaces in a name', `a${' '.repeat(400_000)}b: Egg +1`, [{ rule: 'one' }]],
    ['brackets in a name', `${'(1'.repeat(200_000)}: Egg +1`, [{ rule: 'one' }]],
    ['pluses in a choice', `Size: ${'+'.repeat(400_000)} a b`, { problem: expect.any(String) }],
  ])('are read however many %s there are', (_, cell, read) => {
    expect(readOptionGroups(cell)).toMatchObject(read)
  })
})
