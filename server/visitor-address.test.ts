import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { visitorAddress } from './visitor-address.ts'

const asking = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::1', '2001:0DB8:0:9::'],
  ['::1', '::'],
  ['fe80::1%eth0', 'fe80:0:0:0:2::'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('%s and %s are one visitor', (one, other) => {
  expect(visitorAddress(asking(one), false)).toBe(visitorAddress(asking(other), false))
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:2:2::1'],
  ['2001:db8::1', '2001:db8:1::1'],
  ['192.0.2.7', '192.0.2.8'],
  ['::1', undefined],
])('%s and %s are two', (one, other) => {
  expect(visitorAddress(asking(one), false)).not.toBe(visitorAddress(asking(other), false))
})

test('behind our own proxy the address that it adds last counts, and without one nobody’s word', () => {
  expect(visitorAddress(asking('10.0.0.1', '198.51.100.1, 2001:db8:1:2::1'), true)).toBe('2001:db8:1::/48')
  expect(visitorAddress(asking('10.0.0.1', '198.51.100.1'), false)).toBe('10.0.0.1')
  expect(visitorAddress(asking('10.0.0.1'), true)).toBe('10.0.0.1')
})
