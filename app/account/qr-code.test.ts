import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { qrCode } from './qr-code.server.ts'

const digest = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)

/** Bytes, size and fingerprint of codes that another reader (qr 0.7) could read, one per version. */
const read_codes: [number, number, string][] = [
  [17, 29, 'e9e256de98cb1235'],
  [32, 33, '50cf38ff4885a283'],
  [53, 37, '4c65bf30064241c3'],
  [78, 41, '0f000a7f5767f4f5'],
  [106, 45, '0e7dec9a0f098e66'],
  [134, 49, '08e9b076750ec296'],
  [154, 53, '7edcb949b6ea6d08'],
  [192, 57, '650b2d56707d8853'],
  [230, 61, 'bfc578212f8a0765'],
  [271, 65, '50682073837652e7'],
]

describe('a QR code', () => {
  test.each(read_codes)('of %i bytes is the one that a reader has read', (bytes, size, fingerprint) => {
    const code = qrCode(
      'otpauth://totp/ChowGate:ada@example.com?secret=JBSWY3DPEHPK3PXP'.padEnd(bytes, 'xyz9').slice(0, bytes),
    )
    expect(code?.size).toBe(size)
    expect(digest(code?.path ?? '')).toBe(fingerprint)
  })

  test('is none when the text is longer than 271 bytes', () => {
    expect(qrCode('x'.repeat(271))).not.toBe(null)
    expect(qrCode('x'.repeat(272))).toBe(null)
    expect(qrCode('₦'.repeat(91))).toBe(null)
  })
})
