import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/start-app.ts'
import { insertVendor } from '../../test/world.ts'
import { addShareTags, canonicalPath } from './share-tags.ts'

let app: TestApp
let kitchen: Awaited<ReturnType<typeof insertVendor>>

beforeAll(async () => {
  app = await startTestApp()
  kitchen = await insertVendor(app.db, { name: 'Iya "Bose" & Sons' })
  await insertVendor(app.db, { status: 'Pending' })
})
afterAll(() => app?.stop())

const get = (path: string) => fetch(app.url + path)
const html = async (path: string) => (await get(path)).text()
const property = (page: string, name: string) =>
  new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(page)?.[1]

test('every page of the sitemap is there, names itself as the one address, and has what a preview needs', async () => {
  expect(await html('/robots.txt')).toContain(`Sitemap: ${app.url}/sitemap.xml`)
  const sitemap = await html('/sitemap.xml')
  const places = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place = '']) => place)
  expect(places).toContain(`${app.url}/restaurant/${kitchen.user_id}`)
  expect(places.filter((place) => place.includes('/restaurant/'))).toHaveLength(1)
  for (const place of places) {
    const answer = await fetch(place)
    const page = await answer.text()
    expect(answer.status, place).toBe(200)
    expect(page).toContain(`<link rel="canonical" href="${place}"/>`)
    expect(property(page, 'url')).toBe(place)
    for (const name of ['title', 'description', 'image', 'type']) expect(property(page, name), place).toBeTruthy()
  }
  const page = await html(`/restaurant/${kitchen.user_id}`)
  expect(property(page, 'title')).toContain('Iya &quot;Bose&quot; &amp; Sons')
})

test('a page that is not for everybody, or not there, says nothing of itself', async () => {
  for (const path of ['/orders', '/checkout', '/order-summary', '/reset-password', '/restaurant/nobody', '/x']) {
    const page = await html(path)
    expect(page, path).not.toContain('rel="canonical"')
    expect(page, path).not.toContain('property="og:')
  }
})

test.each([
  ['/', '/'],
  ['/home', '/'],
  ['/Restaurants', '/restaurants'],
  ['/restaurants/', '/restaurants'],
  ['/restaurants?q=suya&sort=price', '/restaurants'],
  ['/restaurants?page=3&sort=rating', '/restaurants?page=3'],
  ['/restaurants?page=1', '/restaurants'],
  ['/restaurants?page=x', '/restaurants'],
  ['/restaurant/0aF', '/restaurant/0af'],
  ['/about?utm_source=x', '/about'],
])('%s has one address: %s', (asked, canonical) => {
  expect(canonicalPath(new URL(asked, 'http://localhost'))).toBe(canonical)
})

test("a restaurant's preview shows its photo in its largest width", () => {
  const photo = `/images/${'a'.repeat(32)}`
  const page = `<head><title>Suya</title><meta name="description" content="$&amp;1"/></head><img src="${photo}-640.webp">`
  const tagged = addShareTags(page, new URL('http://x/restaurant/1'), 'https://chowgate.ng')
  expect(property(tagged, 'image')).toBe(`https://chowgate.ng${photo}-960.webp`)
  expect(property(tagged, 'description')).toBe('$&amp;1')
})

test('the icons that browsers and phones ask for are there, in the sizes that the manifest names', async () => {
  const icon = await get('/favicon.ico')
  expect(icon.headers.get('content-type')).toBe('image/x-icon')
  expect(Buffer.from(await icon.arrayBuffer()).readUInt16LE(2)).toBe(1)
  const manifest = (await (await get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; purpose: string }[]
  }
  const drawn = manifest.icons.filter(({ src }) => src.endsWith('.png'))
  expect(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const pictures = [
    ...drawn,
    { src: '/apple-touch-icon.png', sizes: '180x180' },
    { src: '/share.png', sizes: '1200x630' },
  ]
  for (const { src, sizes } of pictures) {
    const { width, height, format } = await sharp(Buffer.from(await (await get(src)).arrayBuffer())).metadata()
    expect(`${format} ${width}x${height}`, src).toBe(`png ${sizes}`)
  }
})
