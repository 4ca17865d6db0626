import { Hono } from 'hono'
import type { World } from '../world.ts'
import { refuse } from './answers.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { requireSecretKey } from './require-key.ts'
import { transactionRoutes } from './transactions/routes.ts'

export function flutterwaveRoutes(world: World) {
  const api = new Hono()
  api.use('*', async (_c, next) => {
    world.stats.count('flutterwave')
    return next()
  })
  api.use('*', requireSecretKey(world.settings.secret_key))
  api.onError((error, c) =>
    c.json({ error_id: `ERRNO${Date.now()}`, status: 'error', message: error.message, data: null }, 500),
  )
  api.route('/transactions', transactionRoutes(world))
  api.all('*', (c) => refuse(c, 404, `Cannot ${c.req.method} ${new URL(c.req.url).pathname}`))

  const routes = new Hono()
  routes.route('/v3', api)
  routes.route('/', checkoutRoutes(world))
  return routes
}
