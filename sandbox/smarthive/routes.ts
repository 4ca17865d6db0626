import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { smsBehaviourFor } from '../behaviour/sentinels.ts'
import { postSmsReports } from '../sms-reports.ts'
import type { World } from '../world.ts'
import type { Sms } from './book.ts'

const longest_text = 904
const delivery_seconds = 2
const naira_a_page = 3

const message = z.object({
  sender: z
    .string({ error: 'sender is required' })
    .regex(/^[A-Za-z0-9 ._-]{3,11}$/, 'sender must be 3 to 11 characters'),
  recipients: z
    .string({ error: 'recipients is required' })
    .regex(/^(234\d{10}|0\d{10})$/, 'recipients must be a valid phone number'),
  msg: z
    .string({ error: 'msg is required' })
    .min(1, 'msg is required')
    .max(longest_text, 'msg must be below 905 characters'),
  type: z.union([z.literal(0), z.literal(1)], { error: 'type must be 0 or 1' }).default(1),
  route: z
    .enum(['MKT', 'TRX', 'INTL', 'OPEN', 'COOP'], { error: 'route must be one of MKT, TRX, INTL' })
    .default('TRX'),
  ext_ref: z.string().min(1).max(100).optional(),
  callback_url: z.url({ error: 'callback_url must be an address' }).optional(),
})

export function smarthiveRoutes(world: World) {
  const routes = new Hono()

  routes.use('*', async (c, next) => {
    world.stats.count('smarthive')
    if (c.req.header('x-api-key') !== world.settings.smarthive_api_key) return refuse(c, 401, 'Invalid API key')
    return next()
  })

  routes.post('/send', async (c) => {
    const body = await c.req.json().catch(() => null)
    const parsed = message.safeParse(body)
    if (!parsed.success) return refuse(c, 400, parsed.error.issues[0]?.message ?? 'Invalid request')
    const { sender, recipients, msg, route, ext_ref, callback_url } = parsed.data

    const mode = smsBehaviourFor(world.behaviour.current(), recipients)
    if (mode === '401') return refuse(c, 401, 'Invalid API key')
    if (mode === '402') return refuse(c, 402, 'Insufficient credit balance')
    if (mode === '500') return refuse(c, 500, 'Internal server error')
    if (mode === '503') return refuse(c, 503, 'Service unavailable')
    if (mode === 'hang') {
      await world.agenda.hang(world.behaviour.current().hang_seconds)
      return refuse(c, 503, 'Service unavailable')
    }

    const known = ext_ref === undefined ? undefined : world.sms.withExtRef(ext_ref)
    const sms = known ?? {
      msg_id: `DX${randomBytes(6).toString('hex')}`,
      ext_ref: ext_ref ?? null,
      sender,
      recipient: recipients,
      text: msg,
      route,
      delivered: mode === 'undelivered' ? 0 : 1,
      received_at_ms: world.now(),
    }
    if (!known) {
      world.sms.add(sms)
      if (callback_url) report(world, callback_url, sms)
    }
    if (mode === 'accept_then_503') return refuse(c, 503, 'Service unavailable')
    return accept(c, { data: { msg_id: sms.msg_id, recipient: sms.recipient, status: 'Submitted' } })
  })

  routes.post('/status', async (c) => {
    const body = await c.req.json().catch(() => null)
    const asked = z.object({ msg_id: z.array(z.string()).max(100) }).safeParse(body)
    if (!asked.success) return refuse(c, 400, 'msg_id must be a list of message ids')
    const known = asked.data.msg_id.map((msg_id) => world.sms.withMsgId(msg_id)).filter((sms) => sms !== undefined)
    return accept(c, {
      data: known.map((sms) => ({
        msg_id: sms.msg_id,
        status: deliveryState(world, sms),
      })),
    })
  })

  routes.post('/credit', (c) => accept(c, { balance: 1000 - world.sms.count() * naira_a_page }))

  return routes
}

/** The report that is posted to a message's `callback_url` when it is due. */
function report(world: World, url: string, sms: Omit<Sms, 'id'>): void {
  const pages = Math.ceil(sms.text.length / (sms.text.length <= 160 ? 160 : 153))
  const said = (status: string, dlr_code: string, desc: string) => ({
    msg_id: sms.msg_id,
    status,
    dlr_code,
    timestamp: new Date().toISOString().replace(/\D/g, '').slice(0, 12),
    str_length: String(sms.text.length),
    pg_length: String(pages),
    cost: (pages * naira_a_page).toFixed(2),
    desc,
  })
  const final = sms.delivered ? said('DELIVRD', 'err:000', 'DELIVERED') : said('UNDELIV', 'err:001', 'UNDELIVERABLE')
  const earlier = said('ACCEPTD', 'err:000', 'ACCEPTED')
  postSmsReports(world, { url, secret: null }, { earlier, final }, delivery_seconds)
}

const accept = (c: Context, extra: object) =>
  c.json({ status: 'ok', description: 'The request has succeeded', ...extra })

const refuse = (c: Context, status: ContentfulStatusCode, text: string) =>
  c.json({ status: 'error', message: text }, status)

export function deliveryState(world: World, sms: Sms): 'Submitted' | 'DELIVRD' | 'UNDELIV' {
  const age_seconds = ((world.now() - sms.received_at_ms) / 1000) * world.settings.time_scale
  if (age_seconds < delivery_seconds) return 'Submitted'
  return sms.delivered === 1 ? 'DELIVRD' : 'UNDELIV'
}
