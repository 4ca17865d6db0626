import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsv, parseCsv } from './csv.ts'

describe('a CSV file', () => {
  test('comes back as it was written', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab,;"\n \'=+-@₦ẹ'.split('')) }).map((cell) => cell.trim())
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('x'), text, text), { minLength: 1 }), (rows) => {
        const header = ['a', 'b', 'c']
        expect(parseCsv(formatCsv([header, ...rows])).map(({ cells }) => cells)).toEqual([header, ...rows])
      }),
    )
  })

  test.each(['=1+1', '+234', '-5', '@SUM(A1)', '\t=1', '＝1+1', "'=1"])('runs nothing of %j', (formula) => {
    expect(formatCsv([['a', formula]])).toMatch(/,"?'/)
  })

  test.each(['a;=1+1', 'a; ＝1+1', 'a\n=1+1', 'a\t-1'])('runs nothing of %j where semicolons separate', (cell) => {
    expect(
      formatCsv([['a', cell]])
        .split(/[;\t\n]/)
        .slice(0, -1)
        .every((part) => !/^\s*[=＝-]/.test(part)),
    ).toBe(true)
  })

  test('is read with semicolons, other line ends and line breaks within quotes; blank rows count as lines', () => {
    expect(parseCsv('name;price\r\n"Ewa\nAgoyin";700\r\n;\r\n\r\nEba;"1""0"')).toEqual([
      { line: 1, cells: ['name', 'price'] },
      { line: 2, cells: ['Ewa\nAgoyin', '700'] },
      { line: 6, cells: ['Eba', '1"0'] },
    ])
  })

  // Each took minutes when a cell was looked at once more for each of its signs, and nobody else was answered.
  test.each([
    ['quotes', 'a"'.repeat(300_000)],
    ['line breaks', `a${'\n'.repeat(400_000)}b`],
    ['apostrophes', `a\n${"'".repeat(400_000)}b`],
  ])('of one cell full of %s is read and written like any other', (_, cell) => {
    const file = formatCsv([['name'], [cell]])
    expect(parseCsv(file)[1]?.cells[0] === cell).toBe(true)
    expect(parseCsv(`name\n${cell}`)[1]?.line).toBe(2)
  })
})
