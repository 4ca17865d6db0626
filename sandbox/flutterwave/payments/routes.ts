import { Hono } from 'hono'
import type { World } from '../../world.ts'
import { readBody, refuse, succeed, textOf } from '../answers.ts'
import { readCheckout } from '../checkout/config.ts'

/** Payment links made by the merchant's server ("Standard"), and their closing. */
export function paymentRoutes(world: World) {
  const routes = new Hono()

  routes.post('/', async (c) => {
    const body = await readBody(c)
    const customer = body?.customer as { phonenumber?: unknown; phone_number?: unknown } | undefined
    const phone_number = customer?.phonenumber ?? customer?.phone_number
    const read = readCheckout({ ...body, customer: { ...customer, phone_number } }, world.settings)
    if ('refusal' in read) return refuse(c, 400, read.refusal)
    if (!URL.canParse(read.checkout.redirect_url ?? '')) return refuse(c, 400, 'redirect_url is missing or invalid')
    const session = world.sessions.open('hosted', read.checkout)
    return succeed(c, 'Hosted Link', { link: `${world.origin}/flutterwave/pay/hosted/${session.id}` })
  })

  routes.post('/link/disable', async (c) => {
    const body = await readBody(c)
    const id = textOf(body?.link).split('/').at(-1) ?? ''
    if (!world.sessions.disable(id)) return refuse(c, 400, 'Link is already inactive or does not exist')
    return succeed(c, 'Link disabled', null)
  })

  return routes
}
