import { Hono } from 'hono'
import { z } from 'zod'
import { behaviour_patch } from '../behaviour/behaviour.ts'
import { chargeBack, chargebackShape, moved, raised } from '../flutterwave/chargebacks/chargeback.ts'
import { settleCharge } from '../flutterwave/charges/charge.ts'
import { findTransaction } from '../flutterwave/transactions/routes.ts'
import { verifiedShape } from '../flutterwave/transactions/shapes.ts'
import { settleTransfer, transferShape } from '../flutterwave/transfers/transfer.ts'
import { post, resend } from '../flutterwave/webhooks/send.ts'
import { inbound_sms, sendInbound } from '../inbox/inbound.ts'
import type { World } from '../world.ts'
import { keepHistory } from './history.ts'
import { payWithoutBrowser } from './pay.ts'

const settlement = z.object({ status: z.enum(['successful', 'failed']) })
const transfer_settlement = z.object({ status: z.enum(['SUCCESSFUL', 'FAILED']) })
const raw_webhook = z.object({
  body: z.union([z.string(), z.record(z.string(), z.unknown())]),
  headers: z.record(z.string(), z.string()).default({}),
})

/** The switches and levers as JSON, for tests and benches. */
export function controlJsonRoutes(world: World) {
  const routes = new Hono()

  routes.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ error: z.prettifyError(error) }, 400)
    if (error instanceof SyntaxError) return c.json({ error: 'The body is not JSON' }, 400)
    throw error
  })

  routes.get('/behaviour', (c) => c.json(world.behaviour.current()))
  routes.put('/behaviour', async (c) => c.json(world.behaviour.merge(behaviour_patch.parse(await c.req.json()))))

  routes.post('/reset', (c) => {
    world.stats.reset()
    return c.json(world.behaviour.reset())
  })

  routes.get('/stats', (c) =>
    c.json({
      ...world.stats.read(),
      webhooks: world.webhooks.countByState(),
      sms: world.sms.count(),
      mails: world.mails.count(),
    }),
  )

  routes.get('/pushes', (c) => c.json({ pushes: world.pushes.newest(c.req.query('device') ?? '') }))

  routes.post('/pay', async (c) => {
    const paid = payWithoutBrowser(world, await c.req.json())
    return paid ? c.json({ status: 'success', data: paid }) : c.json({ error: 'amount must be above zero' }, 400)
  })

  routes.put('/history', async (c) => {
    const kept = keepHistory(world, await c.req.json())
    return kept === null
      ? c.json({ error: 'amount must be above zero' }, 400)
      : c.json({ status: 'success', data: { kept } })
  })

  routes.post('/settle/:id', async (c) => {
    const { status } = settlement.parse(await c.req.json())
    const t = findTransaction(world, c.req.param('id'))
    if (!t) return c.json({ error: 'No such transaction' }, 404)
    if (t.status !== 'pending') return c.json({ error: `Already ${t.status}` }, 409)
    const settled = settleCharge(world, t.id, status)
    return c.json({ status: 'success', data: settled && verifiedShape(settled) })
  })

  routes.post('/settle-transfer/:id', async (c) => {
    const { status } = transfer_settlement.parse(await c.req.json())
    const t = settleTransfer(world, Number(c.req.param('id')) || 0, status)
    if (!t) return c.json({ error: 'No such transfer' }, 404)
    return c.json({ status: 'success', data: transferShape(t) })
  })

  routes.post('/charge-back/:id', async (c) => {
    const t = findTransaction(world, c.req.param('id'))
    if (!t) return c.json({ error: 'No such transaction' }, 404)
    const row = chargeBack(world, t, raised.parse(await c.req.json()))
    if (!row) return c.json({ error: 'Only something of a successful charge can be charged back' }, 400)
    return c.json({ status: 'success', data: chargebackShape(row) })
  })

  routes.post('/move-chargeback/:id', async (c) => {
    const { status } = moved.parse(await c.req.json())
    const id = Number(c.req.param('id')) || 0
    return world.chargebacks.move(id, status) ? c.json({ status: 'success' }) : c.json({ error: 'No such' }, 404)
  })

  routes.post('/inbound-sms', async (c) => {
    const http_status = await sendInbound(world, inbound_sms.parse(await c.req.json()))
    return c.json({ status: 'success', data: { http_status } })
  })

  routes.get('/webhooks', (c) => {
    const newest = world.webhooks.newest(Math.min(500, Number(c.req.query('limit') ?? 50) || 50))
    return c.json({
      webhooks: newest.map((w) => ({
        ...w,
        headers: JSON.parse(w.headers),
        tries: world.webhooks.attemptsOf(w.id),
      })),
    })
  })

  routes.post('/webhooks/:id{[0-9]+}/resend', (c) => {
    const webhook = resend(world, Number(c.req.param('id')))
    return webhook ? c.json({ status: 'success' }) : c.json({ error: 'No such webhook' }, 404)
  })

  routes.post('/send-webhook', async (c) => {
    const { body, headers } = raw_webhook.parse(await c.req.json())
    const raw = typeof body === 'string' ? body : JSON.stringify(body)
    const webhook = post(
      world,
      { kind: 'custom', subject_id: null, body: raw },
      { 'content-type': 'application/json', ...headers },
    )
    return c.json({ status: 'success', data: { id: webhook.id, state: webhook.state } })
  })

  return routes
}
