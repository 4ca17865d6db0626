import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { control } from '../../test/control.ts'
import { pushDevice } from '../../test/push-device.ts'
import { sandboxDevice } from '../../test/pushes.ts'
import { createWorld } from '../../test/world.ts'
import { webPush } from './web-push.ts'

const settings = { private_key: 'k'.repeat(43), subject: 'mailto:help@example.com' }
const gatewayFor = (...other_services: string[]) => webPush({ ...settings, other_services })
const payload = JSON.stringify({ title: 'New order', body: '₦3,500', url: '/vendor-order/7', tag: 'order-7' })
const message = { payload, ttl_seconds: 45, topic: 'order-7' }

async function service() {
  const world = await createWorld()
  onTestFinished(() => world.close())
  const { sandbox } = world
  const behave = (push: string) => control(world).behave({ push })
  return { behave, gateway: gatewayFor(sandbox.url), device: sandboxDevice(sandbox) }
}

test('a push service takes what is signed, and the device reads what was sealed', async () => {
  const { gateway, device } = await service()
  expect(await gateway.send({ ...device.address, ...message })).toEqual({
    sent: true,
    gateway_message_id: null,
  })
  expect(await device.received()).toEqual([
    { ...JSON.parse(payload), ttl_seconds: 45, urgency: 'high', topic: 'order-7' },
  ])
})

test('a device that is gone, one that refuses us, and a service that has no time', async () => {
  const { gateway, device, behave } = await service()
  const send = () => gateway.send({ ...device.address, ...message })
  await behave('410')
  expect(await send()).toMatchObject({ sent: false, unsubscribed: true })
  await behave('403')
  expect(await send()).toEqual({
    sent: false,
    message: expect.stringMatching(/^[\d.:]+: HTTP 403$/),
    unsubscribed: true,
  })
  await behave('503')
  await expect(send()).rejects.toThrow(/^[\d.:]+: HTTP 503$/)
  expect(await device.received()).toEqual([])
})

test('only the push services of browsers are called', async () => {
  const gateway = gatewayFor()
  const accepted = (endpoint: string) => gateway.accepts({ ...pushDevice('').address, endpoint })
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ]) {
    expect([endpoint, accepted(endpoint)]).toEqual([endpoint, true])
  }
  for (const endpoint of [
    '',
    'no address',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://ada:pass@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'https://example.com/fcm.googleapis.com',
    'https://notpush.apple.com.example.com/abc',
    'https://localhost/abc',
    'http://localhost:3010/push/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  ]) {
    expect([endpoint, accepted(endpoint)]).toEqual([endpoint, false])
    const sent = gateway.send({ ...pushDevice('').address, endpoint, ...message })
    expect(await sent).toMatchObject({ sent: false })
  }
})

test('more than a push service takes is not sent', async () => {
  const { gateway, device } = await service()
  const send = (bytes: number) =>
    gateway.send({ ...device.address, ...message, payload: JSON.stringify('x'.repeat(bytes - 2)) })
  expect(await send(3993)).toMatchObject({ sent: true })
  await expect(send(3994)).rejects.toThrow('holds 3993 bytes')
})

test('keys are keys: a point on the curve and 16 bytes', () => {
  const { endpoint, p256dh, auth } = pushDevice('https://fcm.googleapis.com').address
  const accepted = (keys: { p256dh: string; auth: string }) => gatewayFor().accepts({ endpoint, ...keys })
  const off_the_curve = Buffer.from(p256dh, 'base64url')
  off_the_curve.writeUInt8(off_the_curve.readUInt8(64) ^ 1, 64)
  expect(accepted({ p256dh, auth })).toBe(true)
  expect(accepted({ p256dh: off_the_curve.toString('base64url'), auth })).toBe(false)
  expect(accepted({ p256dh: '', auth })).toBe(false)
  expect(accepted({ p256dh, auth: auth.slice(2) })).toBe(false)
})

test('a redirect leads nowhere', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(307, { location: '/inside' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { address } = pushDevice(origin)
  expect(await gatewayFor(origin).send({ ...address, ...message })).toMatchObject({ sent: false })
  expect(asked).toHaveLength(1)
})
