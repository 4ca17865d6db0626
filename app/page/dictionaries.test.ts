import { createHash, randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDictionaries, keepingHeaders, packWith } from './dictionaries.ts'

const style = randomBytes(3000).toString('hex')
const list = Buffer.from(`<style>${style}</style><p>All restaurants</p>`)
const menu = Buffer.from(`<style>${style}</style><p>Iya Bose Buka</p>`)

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest()
const asking = (headers: Record<string, string>) => (name: string) => headers[name]
/** What a browser says that keeps this page. */
const keeps = (body: Buffer, accepted = 'gzip, deflate, br, zstd, dcb, dcz') =>
  asking({ 'available-dictionary': `:${hashOf(body).toString('base64')}:`, 'accept-encoding': accepted })

test('a page is packed with the one that its browser has, as RFC 9842 says, and takes next to nothing', async () => {
  const dictionaries = createDictionaries()
  dictionaries.remember(list)
  const dictionary = dictionaries.find(keeps(list))
  if (!dictionary) throw new Error('the list is not known')
  const packed = await packWith(dictionary, menu)
  expect(packed.length).toBeLessThan(120)
  expect(packed.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(packed.subarray(8, 40)).toEqual(hashOf(list))
  expect(zstdDecompressSync(packed.subarray(40), { dictionary: list })).toEqual(menu)
})

test('what we do not know, or what a browser cannot unpack, is packed without', () => {
  const dictionaries = createDictionaries()
  dictionaries.remember(list)
  expect(dictionaries.find(keeps(menu))).toBeNull()
  expect(dictionaries.find(keeps(list, 'gzip, br'))).toBeNull()
  expect(dictionaries.find(keeps(list, 'br, dcz;q=0'))).toBeNull()
  for (const odd of ['', '::', ':abc:', 'abc', `:${'A'.repeat(100_000)}:`]) {
    expect(dictionaries.find(asking({ 'available-dictionary': odd, 'accept-encoding': 'dcz' }))).toBeNull()
  }
})

test('only so much is kept: the longest unused goes first', () => {
  const dictionaries = createDictionaries(2 * list.length + menu.length)
  const other = Buffer.from(list.toString().replace('All', 'Few'))
  dictionaries.remember(list)
  dictionaries.remember(list)
  dictionaries.remember(menu)
  dictionaries.remember(other)
  expect(dictionaries.find(keeps(list))).not.toBeNull()
  dictionaries.remember(Buffer.from(list.toString().replace('All', 'New')))
  expect(dictionaries.find(keeps(menu))).toBeNull()
  expect(dictionaries.find(keeps(list))).not.toBeNull()
})

const chromium = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile' }

test('a page is kept as a dictionary where it is opened, or where the worker asks for it anew', () => {
  for (const [name, value] of [
    ['sec-fetch-dest', 'document'],
    ['cache-control', 'max-age=0'],
  ] as const) {
    const told = keepingHeaders(true, asking({ ...chromium, [name]: value }))
    expect(told['use-as-dictionary']).toBe('match="/*"')
    expect(told['cache-control']).toMatch(/^private, max-age=0, stale-while-revalidate=\d+$/)
  }
})

test.each([
  ['of a person', false, { ...chromium, 'sec-fetch-dest': 'document' }],
  ['a worker from before', true, { ...chromium, 'sec-fetch-dest': 'empty' }],
  ['an older Chromium', true, { 'user-agent': 'Chrome/129.0.0.0', 'sec-fetch-dest': 'document' }],
  ['Firefox', true, { 'user-agent': 'Mozilla/5.0 Gecko/20100101 Firefox/145.0', 'sec-fetch-dest': 'document' }],
  ['nobody known', true, {}],
])('a page is asked for anew and no more: %s', (_, is_dictionary, headers) => {
  const plain = { vary: 'accept-encoding, available-dictionary', 'cache-control': 'no-cache' }
  expect(keepingHeaders(is_dictionary, asking(headers))).toEqual(plain)
})
