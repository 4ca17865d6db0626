import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { actingOn } from '../accepted-order.ts'
import { htmlFindings } from '../html-rules.ts'
import { some } from '../movers.ts'
import { checkoutAt, paidOrderFor } from '../paid-order.ts'
import { postForm } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { keysOf } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

// Every page that somebody sees without an account, as our server sends it, against the rules of HTML; and what phones
// install, against the rules of manifests. What search engines read is held by share-restaurant.test.ts.

let app: TestApp
let addresses: string[]

beforeAll(async () => {
  app = await startTestApp()
  const kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka' })
  const waiting = await keysOf(app, await paidOrderFor(app, kitchen))
  const delivered_id = await paidOrderFor(app, kitchen, 2)
  const delivered = await keysOf(app, delivered_id)
  const { announce } = actingOn(app)
  const move = { order_id: delivered_id, verb: 'deliver', by: some('admin'), now: new Date() } as const
  await app.db.transaction((tx) => moveOrder(tx, announce, move))
  const link = await checkoutAt(app, kitchen)
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
    ...[waiting, delivered].flatMap(({ track_token }) => [
      `/track/${track_token}`,
      `/track/${track_token}?note=edit&write=1`,
      `/track/${track_token}/problem`,
    ]),
  ]
  return () => app.stop()
})

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
  expect(looked_at).toBeGreaterThan(30)
  expect(found).toEqual({})
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
