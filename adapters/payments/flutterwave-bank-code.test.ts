import { describe, expect, test } from 'vitest'
import { flutterwaveBankCode } from './flutterwave-bank-code.ts'

/** Banks as Flutterwave lists them: CBN's three digits, NIP's six for the newer ones (docs/providers.md#bank-codes). */
const listed = [
  ['044', 'Access Bank'],
  ['023', 'Citibank Nigeria'],
  ['214', 'First City Monument Bank'],
  ['011', 'First Bank of Nigeria'],
  ['103', 'Globus Bank'],
  ['058', 'GTBank Plc'],
  ['090267', 'Kuda Microfinance Bank'],
  ['090405', 'Moniepoint Microfinance Bank'],
  ['100004', 'Opay'],
  ['100033', 'PalmPay'],
  ['221', 'Stanbic IBTC Bank'],
  ['068', 'Standard Chartered Bank'],
  ['102', 'Titan Trust Bank'],
  ['032', 'Union Bank of Nigeria'],
  ['033', 'United Bank for Africa'],
  ['215', 'Unity Bank'],
  ['090110', 'VFD Microfinance Bank'],
  ['035', 'Wema Bank'],
  ['057', 'Zenith Bank'],
].map(([code = '', name = '']) => ({ code, name }))

describe('the code of', () => {
  const one = (name: string, code: string | null) => flutterwaveBankCode({ name, code }, listed)

  test.each([
    ['Access Bank', '044', '044'],
    ['Guaranty Trust Bank', '058', '058'],
    ['Moniepoint MFB', '50515', '090405'],
    ['OPay Digital Services Limited (OPay)', '999992', '100004'],
    ['PalmPay', '999991', '100033'],
    ['Kuda Bank', '50211', '090267'],
    ['VFD Microfinance Bank Limited', '566', '090110'],
    ['Globus Bank', '00103', '103'],
    ['First City Monument Bank', '214', '214'],
    ['Titan Bank', '102', '102'],
    ['Union Bank of Nigeria', '032', '032'],
    ['United Bank For Africa', '033', '033'],
    ['Standard Chartered Bank', '068', '068'],
    ['Stanbic IBTC Bank', '221', '221'],
    ['Zenith Bank', null, '057'],
  ])('%s, %s there, is %s here', (name, code, expected) => {
    expect(one(name, code)).toBe(expected)
  })

  test.each([
    ['a bank under the code of another', 'Zenith Bank', '044'],
    ['a house that is not listed', 'Sparkle Microfinance Bank', '51310'],
    ['a bank that was taken over', 'Access Bank (Diamond)', '063'],
    ['a brand of a listed bank', 'ALAT by WEMA', '035A'],
    ['a test', 'Test Bank', '001'],
    ['a name that says nothing', 'Microfinance Bank', null],
    ['nothing', '', null],
  ])('%s is unknown', (_, name, code) => {
    expect(one(name, code)).toBeNull()
  })

  test('two banks of one name is unknown without the code', () => {
    const twice = [...listed, { name: 'Unity Microfinance Bank', code: '090999' }]
    expect(flutterwaveBankCode({ name: 'Unity Bank', code: null }, twice)).toBeNull()
    expect(flutterwaveBankCode({ name: 'Unity Bank', code: '215' }, twice)).toBe('215')
  })
})
