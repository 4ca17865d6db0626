import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { sentinelsOf } from '../../behaviour/sentinels.ts'
import { browserScript } from '../../pages/assets.ts'
import type { World } from '../../world.ts'
import { attemptRoutes, refusalToPay } from './attempt-routes.ts'
import { readCheckout } from './config.ts'
import { checkoutPage, refusalPage } from './page.ts'

const javascript = { 'content-type': 'text/javascript; charset=utf-8' }
const frame_scripts = ['frame', 'methods', 'merchant', 'waiting', 'steps'] as const

/** The checkout script, the page it shows in a frame, and the hosted page behind a payment link. */
export function checkoutRoutes(world: World) {
  const routes = new Hono()
  const script = browserScript('flutterwave/checkout/browser/v3.ts')
  const style = readFileSync(join(import.meta.dirname, 'frame.css'))

  routes.get('/v3.js', (c) => {
    if (world.behaviour.spend('script_failures')) return c.text('Service Unavailable', 503, no_store)
    return c.body(script, 200, { ...javascript, ...no_store, 'cross-origin-resource-policy': 'cross-origin' })
  })

  routes.get('/pay/frame.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  for (const name of frame_scripts) {
    const source = browserScript(`flutterwave/checkout/browser/${name}.ts`)
    routes.get(`/pay/browser/${name}.ts`, (c) => c.body(source, 200, javascript))
  }

  routes.get('/pay', (c) => {
    const read = readCheckout(decodeConfig(c.req.query('__')), world.settings)
    if ('refusal' in read) return c.html(refusalPage(read.refusal), 400)
    const { checkout } = read
    if (checkout.public_key !== world.settings.public_key) return c.html(refusalPage('Invalid public key'), 400)
    const failing =
      sentinelsOf(checkout.customer.email).behaviour.frame_failures && !world.sessions.failedToLoad(checkout.tx_ref)
    if (failing) world.sessions.open('inline', checkout, 'failed_to_load')
    if (failing || world.behaviour.spend('frame_failures')) return c.text('Service Unavailable', 503)
    return showCheckout(c, world.sessions.open('inline', checkout))
  })

  routes.get('/pay/hosted/:id', (c) => {
    const session = world.sessions.find(c.req.param('id'))
    if (session?.mode !== 'hosted') return c.html(refusalPage('This payment link is not known'), 404)
    const refusal = refusalToPay(session)
    return refusal ? c.html(refusalPage(refusal), 400) : showCheckout(c, session)
  })

  routes.route('/pay', attemptRoutes(world))
  return routes
}

const no_store = { 'cache-control': 'no-store' }

function showCheckout(c: Context, session: Parameters<typeof checkoutPage>[0]) {
  return c.html(checkoutPage(session), 200, no_store)
}

/** Base64 of URL-encoded JSON, as the checkout script writes it; null when it is anything else. */
function decodeConfig(encoded: string | undefined): unknown {
  try {
    return JSON.parse(decodeURIComponent(Buffer.from(encoded ?? '', 'base64').toString('utf8')))
  } catch {
    return null
  }
}
