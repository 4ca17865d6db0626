import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { pushDevice } from '../../test/push-device.ts'
import { arePushKeys, encryptPush } from './web-push-encryption.ts'

test('the example of RFC 8291, byte for byte', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const sealed = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { pair, salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url') },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('each message has its own key, and the device reads it', () => {
  const device = pushDevice('https://fcm.googleapis.com')
  const [one, other] = ['A new order: ₦3,500', 'A new order: ₦3,500'].map((text) =>
    encryptPush(text, device.address),
  )
  if (!one || !other) throw new Error('nothing was encrypted')
  expect(one.equals(other)).toBe(false)
  expect(device.read(one)).toBe('A new order: ₦3,500')
  expect(device.read(other)).toBe('A new order: ₦3,500')
})

test('what no push service would take is not encrypted', () => {
  const { address } = pushDevice('https://fcm.googleapis.com')
  expect(encryptPush('x'.repeat(3993), address)).toHaveLength(4096)
  expect(() => encryptPush('x'.repeat(3994), address)).toThrow('holds 3993 bytes')
})

test('keys are keys: a point on the curve and 16 bytes', () => {
  const { p256dh, auth } = pushDevice('https://fcm.googleapis.com').address
  const off_the_curve = Buffer.from(p256dh, 'base64url')
  off_the_curve.writeUInt8(off_the_curve.readUInt8(64) ^ 1, 64)
  expect(arePushKeys({ p256dh, auth })).toBe(true)
  expect(arePushKeys({ p256dh: off_the_curve.toString('base64url'), auth })).toBe(false)
  expect(arePushKeys({ p256dh: '', auth })).toBe(false)
  expect(arePushKeys({ p256dh, auth: auth.slice(2) })).toBe(false)
})
