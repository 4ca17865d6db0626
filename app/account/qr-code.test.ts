import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { qrCode } from './qr-code.server.ts'

const digest = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)

/** Bytes, size and fingerprint of codes that another program's reader (jsQR 1.4) read back: one per version. */
const read_codes: [number, number, string][] = [
  [17, 29, 'be950a99d4189211'],
  [32, 33, 'c85a048e69ab668d'],
  [53, 37, 'e00133ad394c2cc8'],
  [78, 41, 'bf3b40777202dffb'],
  [106, 45, '034f63fe51824e32'],
  [134, 49, '08e9b076750ec296'],
  [154, 53, 'a90ca59a3f89fcde'],
  [192, 57, '5725722078803080'],
  [230, 61, '4bb4b53f306db3db'],
  [271, 65, 'c7f0995a51e28a51'],
]

describe('a QR code', () => {
  test('of the smallest kind is drawn as the standard says', () => {
    const code = qrCode('ChowGate')
    expect(code?.size).toBe(21 + 8)
    const grid = Array.from({ length: 21 }, () => Array<string>(21).fill('.'))
    for (const [, x, y] of code?.path.matchAll(/M(\d+) (\d+)h/g) ?? []) {
      const row = grid[Number(y) - 4]
      if (row) row[Number(x) - 4] = '#'
    }
    const rows = grid.map((row) => row.join(''))
    // The finder in its corner, with its white border.
    expect(rows.slice(0, 8).map((row) => row.slice(0, 8))).toEqual([
      '#######.',
      '#.....#.',
      '#.###.#.',
      '#.###.#.',
      '#.###.#.',
      '#.....#.',
      '#######.',
      '........',
    ])
    // The timing line between two finders, and the one module that is always dark.
    expect(rows[6]?.slice(6, 15)).toBe('#.#.#.#.#')
    expect(rows[13]?.[8]).toBe('#')
    // Format bits of level L and mask 0 beside the first finder (ISO/IEC 18004, table C.1: 111011111000100).
    expect(rows[8]?.slice(0, 6)).toBe('###.##')
  })

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
