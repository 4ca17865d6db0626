import { expect, test } from 'vitest'
import { sandboxUnderTest } from '../sandbox-under-test.ts'

async function maps() {
  const sandbox = await sandboxUnderTest()
  const reverse = (lat: unknown, lon: unknown, headers = {}) =>
    sandbox.get(`/nominatim/reverse?lat=${lat}&lon=${lon}&format=jsonv2`, headers)
  const search = async (query: Record<string, string>) =>
    (await sandbox.get(`/nominatim/search?${new URLSearchParams({ format: 'jsonv2', ...query })}`)).body
  return { ...sandbox, reverse, search }
}

test('reverse names the nearest place, coordinates as strings', async () => {
  const { reverse } = await maps()
  const { status, body } = await reverse(7.3066, 5.1396)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    lat: '7.30667',
    lon: '5.13956',
    category: 'barrier',
    name: 'FUTA North Gate',
    address: { city: 'Akure', country_code: 'ng' },
  })
  expect(body.display_name).toMatch(/^FUTA North Gate, .*Akure.*Nigeria$/)
  expect(body.boundingbox).toHaveLength(4)
})

test('outside Nigeria there is nothing, in a 200; without coordinates a 400', async () => {
  const { reverse } = await maps()
  expect(await reverse(51.5, -0.12)).toEqual({ status: 200, body: { error: 'Unable to geocode' } })
  for (const [lat, lon] of [
    ['', 5],
    ['x', 5],
    [91, 5],
    [7, 181],
  ]) {
    const { status, body } = await reverse(lat, lon)
    expect([status, body.error.code]).toEqual([400, 400])
  }
})

test('search needs every word; a wrong city finds nothing or something far away', async () => {
  const { search } = await maps()
  expect((await search({ q: 'FUTA South Gate, Akure, Nigeria', limit: '1' }))[0].name).toBe('FUTA South Gate')
  expect(await search({ q: 'FUTA South Gate, Lagos, Nigeria' })).toEqual([])
  expect((await search({ q: 'University Road, Lagos, Nigeria' }))[0].lat).toBe('6.5173')
  const near = { viewbox: '5.09,7.345,5.25,7.22', bounded: '1' }
  expect(await search({ q: 'Broad Street', ...near })).toEqual([])
  expect(await search({ q: 'Aluta Market', ...near })).toHaveLength(1)
  expect(await search({ q: 'Aluta Market', countrycodes: 'gh' })).toEqual([])
  expect(await search({ city: 'Akure', street: 'Health Centre Road' })).toHaveLength(1)
})

test('an application must name itself', async () => {
  const { reverse } = await maps()
  expect((await reverse(7.3, 5.1, { 'user-agent': 'node' })).status).toBe(403)
  expect((await reverse(7.3, 5.1, { 'user-agent': 'undici' })).status).toBe(403)
  expect((await reverse(7.3, 5.1, { 'user-agent': 'node', referer: 'https://shop.example' })).status).toBe(200)
})

test('more than one request a second is noticed', async () => {
  const { reverse, get } = await maps()
  await Promise.all([reverse(7.3, 5.1), reverse(7.3, 5.1), reverse(7.3, 5.1)])
  const { nominatim } = (await get('/control/stats')).body
  expect(nominatim).toMatchObject({ requests: 3, most_in_one_second: 3 })
})

test.each([
  ['empty', 200],
  ['500', 500],
  ['403', 403],
  ['429', 429],
])('switched to %s it answers %d', async (nominatim, status) => {
  const { set, reverse } = await maps()
  await set({ nominatim })
  expect((await reverse(7.3, 5.1)).status).toBe(status)
})

test('it says that it is up', async () => {
  const { get } = await maps()
  expect(await get('/nominatim/status')).toEqual({ status: 200, body: 'OK' })
})
