import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { offlinePage } from '../../app/workers/offline-words.ts'
import type { Actor } from '../../domain/accounts/actor.ts'
import { food } from '../../domain/catalog/tables.ts'
import { makePayLink } from '../../domain/checkout/payment/pay-link.ts'
import { checkoutOfTrackToken } from '../../domain/checkout/track/tracked-orders.ts'
import { withdrawOrder } from '../../domain/checkout/track/withdraw-order.ts'
import { reportPosition } from '../../domain/delivery/riders/go-on-duty.ts'
import { mailOf } from '../../domain/notifications/words/mail-frame.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { places } from '../../domain/places/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { htmlFindings } from '../html-rules.ts'
import { some } from '../movers.ts'
import { checkoutAt, paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { cookiesAfter, insertAccount, postForm } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

// Every page that somebody sees without an account, as our server sends it, against the rules of HTML; and what phones
// install, against the rules of manifests. What search engines read is held by share-restaurant.test.ts.

let app: TestApp
let addresses: string[]
let kitchen: Awaited<ReturnType<typeof insertVendor>>
let rider: Actor

beforeAll(async () => {
  app = await startTestApp()
  kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', email: 'iya-bose@example.com' })
  rider = await insertRider(app.db)
  const waiting = await keysOf(app, await paidOrderFor(app, kitchen))
  const delivered_id = await paidOrderFor(app, kitchen, 2)
  const delivered = await keysOf(app, delivered_id)
  const { announce } = actingOn(app)
  const move = { order_id: delivered_id, verb: 'deliver', by: some('admin'), now: new Date() } as const
  await app.db.transaction((tx) => moveOrder(tx, announce, move))
  const cancelled = await keysOf(app, await paidOrderFor(app, kitchen))
  const deps = actingOn(app)
  expect(await withdrawOrder(deps, cancelled.track_token)).toMatchObject({ ok: true })
  const link = await checkoutAt(app, kitchen)
  const someone = await makePayLink(deps, await checkoutAt(app, kitchen), { greeting: 'Mummy', accepts_wait: true })
  const receipts = await Promise.all(
    [waiting, delivered, cancelled].map(({ track_token }) => checkoutOfTrackToken(app.db, track_token)),
  )
  const menu = `/restaurant/${kitchen.slug}`
  addresses = [
    ...withoutParameters(routes),
    ...[
      menu,
      `${menu}/group`,
      `${menu}/add?dish=Jollof+Rice`,
      '/track/no-such-link',
      '/restaurants?q=rice',
      '/no-such-page',
    ],
    ...[`/order-summary?order=${link}`, `/order-summary/someone?order=${link}`],
    ...receipts.map((paid) => `/order-summary?order=${paid?.link_token}`),
    ...(someone.ok ? [`/pay/${someone.value.token}`] : []),
    ...['/pay/no-such-link', '/group/no-such-link', '/friend/K7M2QX9P', `/track/${await onItsWay()}?map=1`],
    ...[waiting, delivered, cancelled].flatMap(({ track_token }) => [
      `/track/${track_token}`,
      `/track/${track_token}?note=edit&write=1`,
      `/track/${track_token}/problem`,
    ]),
  ]
  return () => app.stop()
})

/** The link of an order that a rider brings, who was seen. */
async function onItsWay(): Promise<string> {
  const order_id = await paidOrderFor(app, kitchen)
  const { track_token } = await keysOf(app, order_id)
  const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  await app.db
    .update(orders)
    .set({ customer_latitude: 7.3004, customer_longitude: 5.1404 })
    .where(eq(orders.id, order_id))
  await acceptOrder(actingOn(app), owner, { order_id, minutes: 15 })
  await completeOrder(actingOn(app), owner, order_id)
  await ride(app, rider, order_id, 'assign')
  await reportPosition(actingOn(app), rider, { latitude: 7.3037, longitude: 5.1388 })
  await ride(app, rider, order_id, 'pick_up')
  return track_token
}

/** Addresses of screens without parameters. */
function withoutParameters(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    if (/[:*]/.test(entry.path ?? '') || !entry.file.endsWith('.tsx')) return []
    const path = `${parent}${entry.path ? `/${entry.path}` : ''}`
    return entry.children ? withoutParameters(entry.children, path) : [path || '/']
  })
}

test('every page that needs no account is HTML without a fault', async () => {
  const found: Record<string, string[]> = {}
  let looked_at = 0
  for (const path of addresses) {
    const answer = await fetch(app.url + path, { redirect: 'manual' })
    // A back office leads to the login.
    if (answer.status >= 300 && answer.status < 400) continue
    looked_at++
    const html = await answer.text()
    const findings = await htmlFindings(html)
    // React would send a large part last, hidden, for a script to put it where it belongs.
    if (html.includes('<div hidden id="S:')) findings.push('a part does not stand where it belongs')
    if (findings.length > 0) found[path] = findings
  }
  expect(looked_at).toBeGreaterThan(45)
  expect(found).toEqual({})
})

test('so are a filled cart, a group order as it is chosen, and what comes after them', async () => {
  const found: Record<string, string[]> = {}
  const look = async (path: string, cookie: string) => {
    const answer = await fetch(app.url + path, { headers: { cookie } })
    const html = await answer.text()
    const findings = [...(await htmlFindings(html)), ...(answer.status === 200 ? [] : [`${answer.status}`])]
    if (findings.length > 0) found[path] = findings
    return html
  }
  const [dish] = await app.db.select().from(food).where(eq(food.vendor_id, kitchen.user_id))
  const chosen = { dish: String(dish?.id), quantity: '2', note: 'no pepper' }
  const added = await postForm(app.url, `/restaurant/${kitchen.user_id}/add`, chosen)
  const cart = cookiesAfter(added)
  expect(await look('/cart', cart)).toContain('Note: no pepper')
  await look('/checkout', cart)

  const start = `/restaurant/${kitchen.slug}/group`
  const key = /name="key" value="([^"]+)"/.exec(await (await fetch(app.url + start)).text())?.[1] ?? ''
  const [place] = await app.db.select().from(places).where(eq(places.name, 'Jadesola Hall'))
  const wanted = { key, name: 'Ada', pays: 'one', place: String(place?.id), slot: '', minutes: '30' }
  const started = await postForm(app.url, start, wanted)
  const group = started.headers.get('location') ?? ''
  expect(group).toMatch(/^\/group\/[\w-]+$/)
  const member = cookiesAfter(started)
  await look(group, '')
  await look(group, member)
  await look(`${group}/add?dish=${dish?.id}`, member)
  await postForm(app.url, `${group}/add`, { ...chosen, press: crypto.randomUUID() }, { cookie: member })
  await look(group, member)
  await look(`${group}/checkout`, member)
  expect(found).toEqual({})
})

test('so is what a phone shows without a line, and so is a mail', async () => {
  const kept = [{ path: '/restaurant/iya-bose-buka', title: 'Iya Bose Buka' }]
  for (const path of ['/cart', '/faqs?a=1&b=2']) {
    expect(await htmlFindings(await offlinePage(path, kept, '').text())).toEqual([])
  }
  const mail = mailOf('Your receipt', 'Ada', [
    'Payment confirmed.\nYour note: <b>',
    { label: 'Follow your order', go_to: `${app.url}/track/a?b=1&c=2` },
    { title: 'Iya Bose', rows: [['Jollof Rice, 2 x ₦1,500', '₦3,000']] },
    {
      rows: [
        ['Subtotal', '₦3,000'],
        ['TOTAL', '₦3,600'],
      ],
      sum: true,
    },
  ])
  expect(await htmlFindings(mail.html)).toEqual([])
})

test('so is a page that comes back with what was refused', async () => {
  const found: Record<string, string[]> = {}
  for (const path of ['/checkout', '/login', '/register', '/reset-password']) {
    const answer = await postForm(app.url, path, { email: 'no address', phone: '1' })
    const findings = await htmlFindings(await answer.text())
    if (findings.length > 0) found[path] = findings
  }
  expect(found).toEqual({})
})

type Picture = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string; label?: string }
type Manifest = Record<'id' | 'name' | 'short_name' | 'start_url' | 'scope' | 'lang' | 'display', string> & {
  icons: Picture[]
  screenshots?: Picture[]
}

test.each(['manifest', 'rider'])(
  '%s.webmanifest says what a phone installs, and its pictures are as it says',
  async (name) => {
    const folder = fileURLToPath(new URL('../../public', import.meta.url))
    const answer = await fetch(`${app.url}/${name}.webmanifest`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const manifest = (await answer.json()) as Manifest
    expect(manifest.name.length).toBeGreaterThan(0)
    expect(manifest.short_name.length).toBeLessThanOrEqual(12)
    expect(manifest.start_url.startsWith(manifest.scope)).toBe(true)
    expect(['standalone', 'minimal-ui', 'fullscreen', 'browser']).toContain(manifest.display)
    const pictures = [...manifest.icons, ...(manifest.screenshots ?? [])]
    for (const { src, sizes, type } of pictures.filter((one) => one.sizes !== 'any')) {
      const { width, height, format } = await sharp(readFileSync(join(folder, src))).metadata()
      expect(`${width}x${height} image/${format}`).toBe(`${sizes} ${type}`)
    }
    const png = manifest.icons.filter(({ type }) => type === 'image/png').map(({ sizes }) => sizes)
    expect(png).toEqual(expect.arrayContaining(['192x192', '512x512']))
    expect(manifest.icons.some(({ purpose }) => purpose?.split(' ').includes('maskable'))).toBe(true)
    for (const { form_factor, label } of manifest.screenshots ?? []) {
      expect(['narrow', 'wide']).toContain(form_factor)
      expect(label?.length).toBeGreaterThan(0)
    }
  },
)
