import { type Context, Hono } from 'hono'
import type { World } from '../../world.ts'
import { readBody, textOf } from '../answers.ts'
import { toKobo } from '../naira.ts'
import type { Transaction } from '../transactions/book.ts'
import { findTransaction } from '../transactions/routes.ts'
import * as attempts from './attempts.ts'
import type { CheckoutSession } from './session-book.ts'

type Env = { Variables: { session: CheckoutSession; charge: Transaction; body: Record<string, unknown> } }

/** The routes for the checkout page's own script: `/pay/:session/…`. Not part of the provider's public API. */
export function attemptRoutes(world: World) {
  const routes = new Hono<Env>().basePath('/:session')

  routes.use('*', async (c, next) => {
    const session = world.sessions.find(c.req.param('session') ?? '')
    const refusal = session ? refusalToPay(session) : 'This payment page is not known'
    if (!session || refusal) return answer(c, { refusal: refusal ?? '' })
    c.set('session', session)
    c.set('body', c.req.method === 'POST' ? ((await readBody(c)) ?? {}) : {})
    return next()
  })

  for (const method of ['card', 'ussd', 'bank-transfer'] as const) {
    routes.use(`/${method}`, async (c, next) => {
      const { checkout } = c.get('session')
      const most = checkout.configurations.max_retry_attempt
      const failed = world.transactions.under(checkout.tx_ref).filter((t) => t.status === 'failed').length
      if (most && failed >= most) return answer(c, { refusal: 'No more attempts are allowed for this payment' })
      return next()
    })
  }
  routes.post('/card', (c) => {
    const { number, expiry, cvv } = c.get('body')
    const entered = { number: textOf(number), expiry: textOf(expiry), cvv: textOf(cvv) }
    return answer(c, attempts.payByCard(world, c.get('session'), entered))
  })
  routes.post('/ussd', (c) => answer(c, attempts.chooseUssdBank(world, c.get('session'), textOf(c.get('body').bank))))
  routes.post('/bank-transfer', (c) => answer(c, attempts.askForTransfer(world, c.get('session'))))

  routes.use('/charges/:id/*', async (c, next) => {
    const charge = findTransaction(world, c.req.param('id') ?? '')
    if (charge?.tx_ref !== c.get('session').tx_ref) return answer(c, { refusal: 'This attempt is not known' })
    c.set('charge', charge)
    return next()
  })
  routes.get('/charges/:id/progress', (c) => answer(c, attempts.progressOf(world, c.get('charge'))))
  routes.post('/charges/:id/pin', (c) =>
    answer(c, attempts.enterPin(world, c.get('charge'), textOf(c.get('body').pin))),
  )
  routes.post('/charges/:id/otp', (c) =>
    answer(c, attempts.enterOtp(world, c.get('charge'), textOf(c.get('body').otp))),
  )
  routes.post('/charges/:id/bank-page', (c) =>
    answer(c, attempts.answerOnBankPage(world, c.get('charge'), c.get('body').approve === true)),
  )
  routes.post('/charges/:id/dialled', (c) =>
    answer(c, attempts.dialUssdCode(world, c.get('charge'), c.get('body').works !== false)),
  )
  routes.post('/charges/:id/sent', (c) => {
    const sent = c.get('body').amount
    const amount_kobo = sent === undefined ? c.get('charge').amount_kobo : toKobo(sent)
    if (amount_kobo === null || amount_kobo <= 0) return answer(c, { refusal: 'Enter the amount you sent' })
    return answer(c, attempts.sendTransfer(world, c.get('charge'), amount_kobo))
  })

  return routes
}

export function refusalToPay({ state, expires_at_ms }: CheckoutSession): string | null {
  if (state === 'disabled') return 'This payment link has been turned off'
  return Date.now() > expires_at_ms ? 'This payment page has expired' : null
}

const answer = (c: Context, progress: attempts.Progress | attempts.Refused) =>
  c.json(progress, 'refusal' in progress ? 400 : 200)
