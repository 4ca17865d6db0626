import { Hono } from 'hono'
import type { World } from '../world.ts'
import { refuse } from './answers.ts'
import { answerResolve, bankRoutes } from './banks/routes.ts'
import { chargebackRoutes } from './chargebacks/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { answerRefund, refundRoutes } from './refunds/routes.ts'
import { requireSecretKey } from './require-key.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { transferRoutes } from './transfers/routes.ts'

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
  api.route('/payments', paymentRoutes(world))
  api.post('/transactions/:id/refund', (c) => answerRefund(c, world))
  api.route('/transactions', transactionRoutes(world))
  api.route('/refunds', refundRoutes(world))
  api.route('/chargebacks', chargebackRoutes(world))
  api.route('/banks', bankRoutes())
  api.post('/accounts/resolve', answerResolve)
  api.route('/transfers', transferRoutes(world))
  api.all('*', (c) => refuse(c, 404, `Cannot ${c.req.method} ${new URL(c.req.url).pathname}`))

  const routes = new Hono()
  routes.route('/v3', api)
  routes.route('/', checkoutRoutes(world))
  return routes
}
