import sharp from 'sharp'
import type { Actor } from '../domain/accounts/actor.ts'
import { assignedOrder, deliveryOf } from '../test/assigned-order.ts'
import { insertRider } from '../test/rider.ts'
import { insertAccount, logIn } from '../test/sign-in.ts'
import type { TestApp } from '../test/start-app.ts'
import { keysOf, ride } from '../test/tracked-order.ts'
import { customer } from './customer.ts'
import type { FloodRequest } from './flood-load.ts'
import { httpClient } from './http-client.ts'
import type { Stage } from './stage.ts'

export type Flood = { name: string; requests: FloodRequest[]; hold_seconds?: number }

const BOUNDARY = '----formdata-of-a-flood-0123456789'
const STREAM_SECONDS = 5

/** The floods, with the accounts and orders that they need. */
export async function prepareFloods(stage: Stage): Promise<Flood[]> {
  const app = { url: stage.app_url, db: stage.database.db, sandbox: { url: stage.sandbox_url } }
  // The tests' helpers for orders use only an app's address, database and sandbox.
  const orders = app as unknown as TestApp
  const vendors = await Promise.all(times(4, async () => signedIn(stage, await insertAccount(app.db, 'vendor'))))
  const rider = await signedIn(stage, await insertRider(app.db, { on_duty_since: null }))
  const admin = await insertAccount(app.db, 'admin')

  const order_id = await assignedOrder(orders, { admin, rider: rider.actor })
  await ride(orders, rider.actor, order_id, 'arrive', 'pick_up')
  const { pin, track_token } = await keysOf(orders, order_id)
  const delivery = await deliveryOf(orders, order_id)
  const form = (fields: Record<string, string>) => Buffer.from(String(new URLSearchParams(fields)))
  const from = (address: string) => ({
    origin: stage.app_url,
    'x-forwarded-for': address,
    'content-type': 'application/x-www-form-urlencoded',
  })
  const confirmed = await unpaidOrder(stage)

  return [
    { name: '8 AVIF of 49 megapixels', requests: await pictures(stage, vendors, 'avif', 7000) },
    { name: '8 AVIF of 8 megapixels', requests: await pictures(stage, vendors, 'avif', 2890) },
    { name: '8 JPEG of 49 megapixels', requests: await pictures(stage, vendors, 'jpeg', 7000) },
    {
      name: '240 logins',
      requests: times(240, (number) => ({
        path: '/login',
        headers: from('10.1.0.1'),
        body: form({ email: `nobody${number}@example.com`, password: 'not my password' }),
      })),
    },
    {
      name: '600 streams of one account',
      requests: times(600, () => ({
        path: '/back-office/live?after=0',
        headers: { cookie: rider.cookie, 'x-forwarded-for': '10.1.0.2' },
      })),
      hold_seconds: STREAM_SECONDS,
    },
    {
      name: '600 streams of one tracking link',
      requests: times(600, () => ({
        path: `/track/${track_token}/live`,
        headers: { 'x-forwarded-for': '10.1.0.3' },
      })),
      hold_seconds: STREAM_SECONDS,
    },
    {
      name: '60 steps of one rider',
      requests: times(60, () => ({
        path: '/rider-dashboard',
        headers: { ...from('10.1.0.4'), cookie: rider.cookie },
        body: form({ intent: 'hand_over', id: String(delivery.id), pin }),
      })),
    },
    {
      name: '400 confirms of one checkout',
      requests: times(400, () => ({
        path: '/order-summary/attempt',
        headers: from('10.1.0.5'),
        body: form({ order: confirmed, intent: 'confirm' }),
      })),
    },
    {
      name: '10 forms of 14 MB in tiny fields',
      requests: times(10, (number) => ({
        path: '/food',
        headers: uploadHeaders(stage, vendors[number % vendors.length]?.cookie ?? ''),
        body: tinyFields(14_000_000),
      })),
    },
    {
      name: '200 checkouts of 60 KB',
      requests: times(200, () => ({
        path: '/checkout.data',
        headers: from('10.1.0.6'),
        body: form({ _cart: JSON.stringify(times(100, hugeLine)), _key: 'a'.repeat(20) }),
      })),
    },
  ]
}

function times<Item>(count: number, make: (number: number) => Item): Item[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

const hugeLine = () => ({
  vendor_id: 'f3b0c442-98fc-4c14-9afb-f4c8996fb924',
  name: 'Jollof Rice',
  price_kobo: 150000,
  quantity: 1,
  options: times(9, () => ({ group: 'a', name: 'b' })),
})

type SignedIn = { actor: Actor; cookie: string }

async function signedIn(stage: Stage, actor: Actor): Promise<SignedIn> {
  return { actor, cookie: await logIn(stage.app_url, actor.email) }
}

async function unpaidOrder(stage: Stage): Promise<string> {
  const client = httpClient()
  const [menu] = stage.campus.menus
  const [dish] = menu?.dishes ?? []
  if (!menu || !dish) throw new Error('The campus has no dish')
  const one = customer(client, stage, 2)
  const token = await one.places([{ vendor_id: menu.vendor_id, ...dish, quantity: 1 }])
  await one.opensWindow(token)
  client.close()
  return token
}

function uploadHeaders(stage: Stage, cookie: string): Record<string, string> {
  return {
    origin: stage.app_url,
    cookie,
    'x-forwarded-for': '10.1.0.7',
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

function tinyFields(size: number): Buffer {
  const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`
  return Buffer.from(`${field.repeat(Math.floor(size / field.length))}--${BOUNDARY}--\r\n`)
}

/** Eight different large pictures, two from each of four accounts. */
async function pictures(
  stage: Stage,
  accounts: readonly SignedIn[],
  kind: 'avif' | 'jpeg',
  side_px: number,
): Promise<FloodRequest[]> {
  const noise = Buffer.from(times(600 * 600 * 3, (number) => (number * 7919) % 251))
  const image = await sharp(noise, { raw: { width: 600, height: 600, channels: 3 } })
    .resize(side_px, side_px)
    .toFormat(kind, kind === 'avif' ? { quality: 40, effort: 0 } : { quality: 60 })
    .toBuffer()
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="picture"; filename="a.${kind}"\r\nContent-Type: ` +
    `image/${kind}\r\n\r\n`
  return times(8, (number) => ({
    path: '/uploads/picture',
    headers: uploadHeaders(stage, accounts[number % accounts.length]?.cookie ?? ''),
    // A byte behind the picture makes it a different one.
    body: Buffer.concat([Buffer.from(head), image, Buffer.from(`${number}\r\n--${BOUNDARY}--\r\n`)]),
  }))
}
