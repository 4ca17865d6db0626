import { expect, test } from 'vitest'
import { payloadHash } from './payload-hash.ts'

test('the checksum of the documented example', () => {
  const details = { amount: '2600', currency: 'NGN', email: 'ada@example.com', tx_ref: 'FUTA-1700000000000' }
  expect(payloadHash(details, 'FLWSECK_TEST-0123456789abcdef-X')).toBe(
    '9d53b420073155754d34062352bcf1718f0130801c7acbfc44a7b1a420dc7f01',
  )
})
