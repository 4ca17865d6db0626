import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { chargeBack, moved, raised } from '../flutterwave/chargebacks/chargeback.ts'
import { settleCharge } from '../flutterwave/charges/charge.ts'
import { settleTransfer } from '../flutterwave/transfers/transfer.ts'
import { resend } from '../flutterwave/webhooks/send.ts'
import { page } from '../pages/layout.ts'
import type { World } from '../world.ts'
import { chargebackTable, refundTable, statsList, transactionTable, transferTable, webhookTable } from './ledgers.ts'
import { readSwitches, switches } from './switches.ts'

/** The switches and levers as HTML forms; every form returns to the page. */
export function controlPageRoutes(world: World) {
  const routes = new Hono()
  const back = (c: Context) => c.redirect('/control', 303)

  routes.get('/', (c) =>
    c.html(
      page({
        title: 'Control',
        path: '/control',
        app_url: world.settings.app_url,
        live: true,
        body: html`<details>
            <summary>What goes wrong, for everybody</summary>
            ${switches(world.behaviour.current())}
          </details>
          ${transactionTable(world)} ${webhookTable(world)} ${refundTable(world)} ${chargebackTable(world)}
          ${transferTable(world)}
          ${statsList(world)}`,
      }),
    ),
  )

  routes.post('/form/behaviour', async (c) => {
    world.behaviour.merge(readSwitches(await c.req.parseBody()))
    return back(c)
  })
  routes.post('/form/reset', (c) => {
    world.behaviour.reset()
    return back(c)
  })
  routes.post('/form/settle/:id', async (c) => {
    const { status } = await c.req.parseBody()
    settleCharge(world, Number(c.req.param('id')), status === 'successful' ? 'successful' : 'failed')
    return back(c)
  })
  routes.post('/form/charge-back/:id', (c) => {
    const t = world.transactions.find(Number(c.req.param('id')) || 0)
    if (t) chargeBack(world, t, raised.parse({}))
    return back(c)
  })
  routes.post('/form/move-chargeback/:id', async (c) => {
    const { status } = moved.parse(await c.req.parseBody())
    world.chargebacks.move(Number(c.req.param('id')) || 0, status)
    return back(c)
  })
  routes.post('/form/settle-transfer/:id', async (c) => {
    const { status } = await c.req.parseBody()
    settleTransfer(world, Number(c.req.param('id')), status === 'SUCCESSFUL' ? 'SUCCESSFUL' : 'FAILED')
    return back(c)
  })
  routes.post('/form/webhooks/:id/resend', (c) => {
    resend(world, Number(c.req.param('id')))
    return back(c)
  })

  return routes
}
