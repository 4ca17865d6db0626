import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'

/**
 * A browser that subscribed at a push service: its address, and a reader for what it is sent. Decrypts as RFC 8291 and
 * RFC 8188 say, without any code of the encrypting side.
 */
export function pushDevice(service: string) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16)
  const info = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`)
  const derive = (secret: Buffer, salt: Buffer, about: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, about, bytes))
  return {
    address: { endpoint: `${service}/${randomUUID()}`, p256dh, auth: auth.toString('base64url') },
    read(sealed: Buffer): string {
      const salt = sealed.subarray(0, 16)
      const key_bytes = sealed.readUInt8(20)
      const sender = sealed.subarray(21, 21 + key_bytes)
      const record = sealed.subarray(21 + key_bytes)
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender])
      const agreed = derive(pair.computeSecret(sender), auth, about, 32)
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive(agreed, salt, info('aes128gcm'), 16),
        derive(agreed, salt, info('nonce'), 12),
      )
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return plain.subarray(0, plain.lastIndexOf(2)).toString()
    },
  }
}
