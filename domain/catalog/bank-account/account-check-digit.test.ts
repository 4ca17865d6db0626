import { expect, test } from 'vitest'
import { fitsCheckDigit } from './account-check-digit.ts'

test.each([
  ['011', '0000014579'],
  ['011', '0000000220'],
  ['044', '0010246780'],
  ['058', '0108024071'],
  ['057', '1012854016'],
  ['50515', '5522116946'],
  ['999991', '8106136519'],
  ['044', '0690000032'],
])('%s %s fits', (bank_code, account_number) => {
  expect(fitsCheckDigit(bank_code, account_number)).toBe(true)
  for (let off = 1; off < 10; off++) {
    const mistyped = account_number.slice(0, 9) + ((Number(account_number[9]) + off) % 10)
    expect(fitsCheckDigit(bank_code, mistyped)).toBe(false)
  }
})

test.each([
  ['044', '0690000031'],
  ['044', '0690000033'],
  ['044', '0690000034'],
  ['063', '0022728151'],
])('%s %s does not, though it exists: a hint and no more', (bank_code, account_number) => {
  expect(fitsCheckDigit(bank_code, account_number)).toBe(false)
})

test('a digit that is changed, or swapped with its neighbour of another weight, is noticed', () => {
  expect(fitsCheckDigit('058', '0108024171')).toBe(false)
  expect(fitsCheckDigit('058', '0100824071')).toBe(false)
})

test.each([
  ['044', '123'],
  ['044', ''],
  ['044', '069000003x'],
  ['035A', '0690000032'],
  ['', '0690000032'],
  ['1234', '0690000032'],
])('nothing is said of %s %s', (bank_code, account_number) => {
  expect(fitsCheckDigit(bank_code, account_number)).toBeNull()
})
