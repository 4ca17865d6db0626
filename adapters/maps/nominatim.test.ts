import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { control } from '../../test/control.ts'
import { createWorld, type World } from '../../test/world.ts'
import { nominatim } from './nominatim.ts'

const north_gate = { latitude: 7.30667, longitude: 5.13956 }

describe('the maps service', () => {
  let world: World
  let lever: ReturnType<typeof control>

  beforeAll(async () => {
    world = await createWorld()
    lever = control(world)
  })
  afterAll(() => world.close())
  beforeEach(() => lever.reset())

  const geocoder = () =>
    nominatim(
      { base_url: `${world.sandbox.url}/nominatim`, email: 'maps@example.com', city: 'Akure, Ondo State' },
      { reverse: async () => 0, search: async () => 0 },
    )

  test('knows the address at a point', async () => {
    const found = await geocoder().reverse(north_gate)
    expect(found?.display_name).toContain('Akure')
    expect(found?.latitude).toBeCloseTo(north_gate.latitude, 1)
    expect(found?.longitude).toBeCloseTo(north_gate.longitude, 1)
  })

  test('knows where an address is, in the city of the setting', async () => {
    const found = await geocoder().search('FUTA North Gate')
    expect(found?.latitude).toBeCloseTo(north_gate.latitude, 1)
    expect(found?.longitude).toBeCloseTo(north_gate.longitude, 1)
  })

  test('finds nothing in the ocean, and nothing for an address that nobody knows', async () => {
    expect(await geocoder().reverse({ latitude: -40, longitude: -30 })).toBeNull()
    expect(await geocoder().search('Qzxw Vbnm 4711')).toBeNull()
  })

  test.each(['500', '403', '429'])('answering %s cannot be asked', async (behaviour) => {
    await lever.behave({ nominatim: behaviour })
    const unavailable = { name: 'ProviderUnavailable' }
    await expect(geocoder().reverse(north_gate)).rejects.toMatchObject(unavailable)
    await expect(geocoder().search('FUTA North Gate')).rejects.toMatchObject(unavailable)
  })
})

describe('what leaves this machine', () => {
  const requests: { at_ms: number; url: URL; agent: string | null }[] = []
  let answer: unknown

  beforeEach(() => {
    requests.length = 0
    answer = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
      requests.push({ at_ms: Date.now(), url: new URL(url), agent: new Headers(headers).get('user-agent') })
      return Response.json(answer)
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const geocoder = (reserveTurn = async (): Promise<number | null> => 0) =>
    nominatim(
      { base_url: 'https://maps.example', email: 'maps@example.com', city: 'Akure' },
      { reverse: reserveTurn, search: reserveTurn },
    )

  test('names us, asks for English and searches Nigeria only, with the city appended', async () => {
    await geocoder().search('Road Block')
    const [request] = requests
    expect(request?.agent).toContain('maps@example.com')
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toMatchObject({
      q: 'Road Block, Akure',
      countrycodes: 'ng',
      'accept-language': 'en',
      format: 'jsonv2',
      limit: '1',
    })
  })

  test('waits for its turn, and who gets none is sent away at once', async () => {
    const turns = [0, 1100, 2200, null]
    const { search, reverse } = geocoder(async () => turns.shift() ?? null)
    const asked = Promise.all([search('a'), reverse(north_gate), search('b')])
    await expect(search('one too many')).rejects.toMatchObject({ name: 'ProviderUnavailable' })
    await vi.advanceTimersByTimeAsync(10_000)
    await asked
    expect(requests.map(({ at_ms }) => at_ms - (requests[0]?.at_ms ?? 0))).toEqual([0, 1100, 2200])
  })

  test.each([
    ['an error under status 200', { error: 'Unable to geocode' }],
    ['a place without coordinates', { display_name: 'Akure' }],
    ['coordinates that are no numbers', { display_name: 'Akure', lat: 'north', lon: 'east' }],
    ['coordinates that are blank', { display_name: 'Akure', lat: '', lon: null }],
    ['text', 'Akure'],
    ['nothing', null],
  ])('and comes back as %s is no place', async (_, body) => {
    answer = body
    expect(await geocoder().reverse(north_gate)).toBeNull()
    answer = [body]
    expect(await geocoder().search('Akure')).toBeNull()
  })
})
