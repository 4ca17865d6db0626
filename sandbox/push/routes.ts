import { Hono } from 'hono'
import type { World } from '../world.ts'
import { refusalOfVapid } from './vapid.ts'

const MOST_BYTES = 4096

/** A browser's push service: checks what it gets, and delivers nothing. Every address below it is a device. */
export function pushRoutes(world: World) {
  const routes = new Hono()

  routes.post('/:device', async (c) => {
    world.stats.count('push')
    const { push: mode, hang_seconds } = world.behaviour.current()
    if (mode === '410') return c.text('push subscription has unsubscribed or expired', 410)
    if (mode === '503') return c.text('Service Unavailable', 503)
    if (mode === 'hang') {
      await world.agenda.hang(hang_seconds)
      return c.text('Service Unavailable', 503)
    }
    const refusal = refusalOfVapid(c.req.header('authorization') ?? '', new URL(c.req.url).origin)
    if (refusal || mode === '403') return c.text(refusal ?? 'the key is not the subscription’s', 403)
    const ttl_seconds = Number(c.req.header('ttl') ?? Number.NaN)
    if (!Number.isInteger(ttl_seconds) || ttl_seconds < 0) return c.text('TTL is required', 400)
    if (c.req.header('content-encoding') !== 'aes128gcm') return c.text('aes128gcm is required', 400)
    const topic = c.req.header('topic') ?? ''
    if (!/^[A-Za-z0-9_-]{0,32}$/.test(topic)) return c.text('Topic is too long or not base64url', 400)
    const body = Buffer.from(await c.req.arrayBuffer())
    if (body.length > MOST_BYTES) return c.text('Payload too large', 413)
    world.pushes.add({
      device: c.req.param('device'),
      ttl_seconds,
      urgency: c.req.header('urgency') ?? 'normal',
      topic,
      body: body.toString('base64url'),
      received_at_ms: Date.now(),
    })
    return c.body(null, 201)
  })

  return routes
}
