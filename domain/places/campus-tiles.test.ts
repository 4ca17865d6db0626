import { expect, test } from 'vitest'
import { CAMPUS_TILES, tileOrigin } from './campus-tiles.ts'

const typed = (tile_address: string, tile_attribution = '© Somebody') => ({ tile_address, tile_attribution })
const check = (fields: Record<string, string>) => CAMPUS_TILES.check(fields, { stored: undefined, now: new Date() })

test.each([
  ['https://tiles.example.org/{z}/{x}/{y}.png', 'https://tiles.example.org'],
  ['https://tiles.example.org:8443/{z}/{x}/{y}.png?key=abc', 'https://tiles.example.org:8443'],
  ['https://Tiles.Example.org/{z}/{y}/{x}', 'https://tiles.example.org'],
])('%s is asked at %s', (address, origin) => {
  expect(check(typed(address))).toMatchObject({ ok: true })
  expect(tileOrigin(address)).toBe(origin)
})

test.each([
  'http://tiles.example.org/{z}/{x}/{y}.png',
  'https://tiles.example.org/{z}/{x}.png',
  'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
  'https://{x}.tiles.example.org/{z}/{x}/{y}.png',
  'https://me:secret@tiles.example.org/{z}/{x}/{y}.png',
  "https://a;script-src'unsafe-inline'.example/{z}/{x}/{y}",
  'https://a,b.example/{z}/{x}/{y}',
  'https://tiles.example.org /{z}/{x}/{y}',
  'javascript:{z}{x}{y}',
  '/{z}/{x}/{y}.png',
  'tiles',
])('%s is refused', (address) => {
  expect(check(typed(address))).toMatchObject({ reason: 'field', details: { field: 'tile_address' } })
})

test('an address needs a name beside it; empty is none, and the default', () => {
  expect(check(typed('https://tiles.example.org/{z}/{x}/{y}.png', ' '))).toMatchObject({
    details: { field: 'tile_attribution' },
  })
  expect(check(typed('', ''))).toEqual({ ok: true, value: CAMPUS_TILES.default })
})
