import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of one browser's subscription, base64url as the browser gives them. */
export type PushKeys = {
  /** Its public key: an uncompressed point on P-256. */
  p256dh: string
  /** 16 bytes that only the browser and we know. */
  auth: string
}

const CURVE = 'prime256v1'
/** One record holds the whole message; more than this no push service takes (RFC 8030, 7.2). */
const RECORD_BYTES = 4096
/** A record less the tag of its cipher and the byte that ends it; the header stands before the record. */
const MOST_BYTES = RECORD_BYTES - 16 - 1 - 86

/** Whether these are the keys of a subscription: 16 bytes, and a point that lies on the curve. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url')
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

/**
 * A message that only the subscription's browser can read: `aes128gcm` (RFC 8188) under keys agreed on as RFC 8291 says.
 * `once` is the key pair and the salt of this one message; only a test of the RFC's example gives them. Throws where the text is
 * longer than one record holds or the keys are none.
 */
export function encryptPush(
  text: string,
  keys: PushKeys,
  once: { pair: ECDH; salt: Buffer } = { pair: newPair(), salt: randomBytes(16) },
): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > MOST_BYTES)
    throw new Error(`A push message holds ${MOST_BYTES} bytes, not ${plain.length}`)
  const { pair, salt } = once
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const ours = pair.getPublicKey()
  const agreed = hkdf(
    pair.computeSecret(theirs),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]),
    32,
  )
  const key = hkdf(agreed, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(agreed, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(RECORD_BYTES, 16)
  header.writeUInt8(ours.length, 20)
  // The byte 2 ends the last record; nothing pads it.
  const sealed = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([header, ours, ...sealed])
}

function newPair(): ECDH {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
