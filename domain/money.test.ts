import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatNaira,
  formatNairaForSms,
  type Kobo,
  kobo,
  koboFromNaira,
  nairaDecimal,
  nairaNumber,
  splitKobo,
  sumKobo,
} from './money.ts'

const any_amount = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })

describe('naira from outside', () => {
  test.each([
    [1500, 150_000],
    [1500.5, 150_050],
    [1500.55, 150_055],
    [0.1, 10],
    ['1500', 150_000],
    ['1500.5', 150_050],
    [' 1500.50 ', 150_050],
    ['1500.500', 150_050],
    ['-12.34', -1_234],
    ['0.00', 0],
    ['-0', 0],
  ])('%j are %j kobo', (naira, expected) => {
    expect(koboFromNaira(naira)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    'free',
    '1,500',
    '1e3',
    '0x10',
    '.5',
    '5.',
    '1500.555',
    '--1',
    '99999999999999',
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%j is no amount', (nonsense) => {
    expect(() => koboFromNaira(nonsense)).toThrow(RangeError)
  })

  test('a sum of naira that floating point gets wrong is the right number of kobo', () => {
    expect(koboFromNaira(0.1 + 0.2)).toBe(30)
    expect(koboFromNaira(4000.5)).toBe(400_050)
  })
})

test('every amount survives the way to the table, to a provider and back', () => {
  fc.assert(
    fc.property(any_amount.map(kobo), (amount) => {
      expect(koboFromNaira(nairaDecimal(amount))).toBe(amount)
      expect(koboFromNaira(nairaNumber(amount))).toBe(amount)
    }),
  )
})

test('a part of a kobo never enters the domain', () => {
  expect(() => kobo(0.5)).toThrow(RangeError)
  expect(() => kobo(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError)
  expect(() => nairaDecimal(0.5 as Kobo)).toThrow(RangeError)
})

test.each([
  [0, '₦0', 'NGN 0'],
  [5, '₦0.05', 'NGN 0.05'],
  [150_000, '₦1,500', 'NGN 1,500'],
  [150_050, '₦1,500.50', 'NGN 1,500.50'],
  [123_456_789_00, '₦123,456,789', 'NGN 123,456,789'],
  [-500, '-₦5', '-NGN 5'],
])('%j kobo read %s on a screen and %s in a text message', (amount, on_screen, in_sms) => {
  expect(formatNaira(kobo(amount))).toBe(on_screen)
  expect(formatNairaForSms(kobo(amount))).toBe(in_sms)
})

test('the sum of nothing is nothing, and a sum too large to be exact is refused', () => {
  expect(sumKobo([])).toBe(0)
  expect(sumKobo([kobo(150_000), kobo(60_000), kobo(-10)])).toBe(209_990)
  expect(() => sumKobo([kobo(Number.MAX_SAFE_INTEGER), kobo(2)])).toThrow(RangeError)
})

test('an amount is split by weight to the kobo, and who weighs more gets no less', () => {
  const weights = fc.array(fc.nat(1_000_000_00), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(fc.nat(100_000_000_00), weights, (amount, weights) => {
      const parts = splitKobo(kobo(amount), weights)
      expect(sumKobo(parts)).toBe(amount)
      const whole = weights.reduce((sum, weight) => sum + weight, 0)
      for (const [place, part] of parts.entries()) {
        const fair = whole === 0 ? amount / weights.length : (amount * (weights[place] ?? 0)) / whole
        expect(Math.abs(part - fair)).toBeLessThanOrEqual(1.001)
      }
    }),
  )
  expect(splitKobo(kobo(100), [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitKobo(kobo(5), [])).toEqual([])
})
