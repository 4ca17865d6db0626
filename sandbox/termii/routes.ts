import { randomInt } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { postSmsReports } from '../sms-reports.ts'
import type { World } from '../world.ts'

const message = z.object({
  to: z.string().regex(/^234\d{10}$/, 'Invalid phone number'),
  from: z.string().regex(/^[A-Za-z0-9 ]{3,11}$/, 'Invalid Sender Id'),
  sms: z.string().min(1, 'The sms field is required'),
  type: z.literal('plain', { error: 'The type must be plain' }),
  channel: z.enum(['dnd', 'generic'], { error: 'The channel is not known' }),
})

const ROUTE = 'termii'
const delivery_seconds = 2
const naira_a_page = 4

/** The account's key is in the body when sending, and in the query when looking up. */
export function termiiRoutes(world: World) {
  const routes = new Hono()
  const known = (key: unknown) => key === world.settings.termii_api_key

  routes.post('/send', async (c) => {
    world.stats.count('termii')
    const body: unknown = await c.req.json().catch(() => null)
    const { termii: mode, hang_seconds } = world.behaviour.current()
    if (mode === '401' || !known((body as { api_key?: unknown } | null)?.api_key)) {
      return c.json({ message: 'Invalid api key' }, 401)
    }
    if (mode === '500') return c.json({ message: 'Server Error' }, 500)
    if (mode === 'hang') {
      await world.agenda.hang(hang_seconds)
      return c.json({ message: 'Server Error' }, 500)
    }
    const parsed = message.safeParse(body)
    if (!parsed.success) return c.json({ message: parsed.error.issues[0]?.message ?? 'Bad request' }, 400)
    if (mode === 'refused') return c.json({ message: 'Country Inactive' }, 400)
    const { to, from, sms, channel } = parsed.data
    const msg_id = `30${randomInt(10 ** 9, 10 ** 10)}${randomInt(10 ** 8, 10 ** 9)}`
    const delivered = mode !== 'undelivered'
    world.sms.add({
      msg_id,
      ext_ref: null,
      sender: from,
      recipient: to,
      text: sms,
      route: `${ROUTE} ${channel}`,
      delivered: delivered ? 1 : 0,
      received_at_ms: Date.now(),
    })
    const { termii_webhook_url: url, termii_webhook_secret: secret } = world.settings
    if (url) {
      const said = (status: string) => ({
        ...reported,
        sender: from,
        receiver: to,
        message: sms,
        channel,
        status,
      })
      const reported = {
        type: 'outbound',
        id: msg_id,
        message_id: msg_id,
        sent_at: new Date().toISOString(),
        cost: (Math.ceil(sms.length / (sms.length <= 160 ? 160 : 153)) * naira_a_page).toFixed(2),
      }
      const final = said(delivered ? 'DELIVERED' : 'Message Failed')
      postSmsReports(world, { url, secret }, { earlier: said('Message Sent'), final }, delivery_seconds)
    }
    if (mode === 'accept_then_500') return c.json({ message: 'Server Error' }, 500)
    return c.json({
      code: 'ok',
      message_id: msg_id,
      message_id_str: msg_id,
      message: 'Successfully Sent',
      balance: 1000,
      user: 'Sandbox',
    })
  })

  routes.get('/inbox', (c) => {
    if (!known(c.req.query('api_key'))) return c.json({ message: 'Invalid api key' }, 401)
    if (world.behaviour.current().termii === '500') return c.json({ message: 'Server Error' }, 500)
    const sent = world.sms.newest('', 1000).filter(({ route }) => route.startsWith(ROUTE))
    return c.json({
      data: sent.map((sms) => ({
        sender: sms.sender,
        receiver: sms.recipient,
        message: sms.text,
        message_id: sms.msg_id,
        status: sms.delivered ? 'Delivered' : 'Message Failed',
        created_at: new Date(sms.received_at_ms).toISOString(),
      })),
    })
  })

  return routes
}
