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

test('only browsers that ask each time keep a page as a dictionary', () => {
  const told = keepingHeaders(true, asking({ 'sec-ch-ua': '"Chromium";v="156"' }))
  expect(told['use-as-dictionary']).toBe('match="/*"')
  expect(told['cache-control']).toMatch(/^max-age=0, stale-while-revalidate=\d+$/)
  for (const plain of [keepingHeaders(true, () => null), keepingHeaders(false, asking({ 'sec-ch-ua': 'x' }))]) {
    expect(plain).toEqual({ vary: 'accept-encoding, available-dictionary', 'cache-control': 'no-cache' })
  }
})
