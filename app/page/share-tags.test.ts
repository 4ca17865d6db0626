import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveSlug } from '../../domain/catalog/lists/slug.ts'
import { food, vendors } from '../../domain/catalog/tables.ts'
import { kobo } from '../../domain/money.ts'
import { type Thing, wrongThings } from '../../test/schema-org.ts'
import { startTestApp, type TestApp } from '../../test/start-app.ts'
import { insertVendor } from '../../test/world.ts'
import { addShareTags, canonicalPath } from './share-tags.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await insertVendor(app.db, { name: 'Iya "Bose" & Sons' })
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
  expect(places).toContain(`${app.url}/restaurant/iya-bose-and-sons`)
  expect(places.filter((place) => place.includes('/restaurant/'))).toHaveLength(1)
  for (const place of places) {
    const answer = await fetch(place)
    const page = await answer.text()
    expect(answer.status, place).toBe(200)
    expect(page).toContain(`<link rel="canonical" href="${place}"/>`)
    expect(property(page, 'url')).toBe(place)
    for (const name of ['title', 'description', 'image', 'type']) expect(property(page, name), place).toBeTruthy()
  }
  const page = await html('/restaurant/iya-bose-and-sons')
  expect(property(page, 'title')).toContain('Iya &quot;Bose&quot; &amp; Sons')
})

test('a page that is not for everybody, or not there, says nothing of itself', async () => {
  for (const path of ['/orders', '/checkout', '/order-summary', '/reset-password', '/restaurant/nobody', '/x']) {
    const page = await html(path)
    expect(page, path).not.toContain('rel="canonical"')
    expect(page, path).not.toContain('property="og:')
    expect(page.match(/<meta name="description" content="Order from /g), path).toHaveLength(1)
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

test('every address that a restaurant ever had leads to the present one for good, with its query', async () => {
  const leads = async (path: string) => {
    const answer = await fetch(app.url + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]
  }
  const { user_id } = await insertVendor(app.db, { name: 'Mama Before' })
  const present = '/restaurant/mama-after'
  await app.db.transaction(async (tx) => {
    await tx.update(vendors).set({ name: 'Mama After' }).where(eq(vendors.user_id, user_id))
    await giveSlug(tx, { user_id, slug: 'mama-before' }, 'Mama After')
  })
  for (const old of [user_id, user_id.toUpperCase(), 'mama-before', 'Mama-Before', 'MAMA-AFTER']) {
    expect(await leads(`/restaurant/${old}?utm_source=x`), old).toEqual([301, `${present}?utm_source=x`, 'no-store'])
  }
  expect((await get(`/restaurant/${user_id}`)).url).toBe(app.url + present)
  expect((await get(present)).status).toBe(200)
  expect((await get('/restaurant/mama-nobody')).status).toBe(404)
  // What is kept from then on is kept under the one address.
  expect((await get(present)).headers.get('cache-control')).toBe('no-cache')
})

test("a restaurant's preview is a drawn picture, kept by what it shows", async () => {
  const pages = ['/restaurant/iya-bose-and-sons', '/about']
  const [own = '', ours = ''] = await Promise.all(
    pages.map(async (path) => property(await html(path), 'image')?.slice(app.url.length)),
  )
  expect(ours).toBe('/share.png')
  expect(own).toMatch(/^\/share\/iya-bose-and-sons-[0-9a-f]{12}\.jpg$/)
  const answers = await Promise.all([own, own, own].map(get))
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1)
  expect(await sharp(bodies[0]).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(bodies[0]?.length).toBeLessThan(300_000)
  expect(answers[0]?.headers.get('cache-control')).toContain('immutable')
  expect(answers[0]?.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const before = own.replace(/[0-9a-f]{12}\.jpg$/, '0123456789ab.jpg')
  expect((await get(before)).url).toBe(app.url + own)
  for (const none of [
    'x.jpg',
    'nobody-0123456789ab.jpg',
    '..%2fx-0123456789ab.jpg',
    own.slice(7).replace('.jpg', '.png'),
  ]) {
    expect((await get(`/share/${none}`)).status, none).toBe(404)
  }
})

test('what a restaurant says to machines stands in its page once, whatever its dishes are called', async () => {
  const { user_id, slug } = await insertVendor(app.db, { name: 'Script Kitchen' })
  await app.db
    .insert(food)
    .values({ vendor_id: user_id, name: '</script><script>alert(1)</script>', price: kobo(9_00) })
  const page = await html(`/restaurant/${slug}`)
  const found = [...page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
  expect(found).toHaveLength(1)
  expect(wrongThings(JSON.parse(found[0]?.[1] ?? '') as Thing)).toEqual([])
  expect(page).not.toContain('<script>alert')
  expect(page.trimEnd().endsWith('</body></html>')).toBe(true)
  expect(await html('/about')).not.toContain('ld+json')
})

test('a preview takes its words from the page, whatever signs they have', () => {
  const page = '<head><title>Suya</title><meta name="description" content="$&amp;1"/></head>'
  const tagged = addShareTags(page, new URL('http://x/about'), 'https://chowgate.ng', null)
  expect(property(tagged, 'description')).toBe('$&amp;1')
  expect(tagged).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  expect(tagged).toContain('<meta property="og:image" content="https://chowgate.ng/share.png"/>')
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
