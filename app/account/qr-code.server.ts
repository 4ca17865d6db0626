import { encode } from 'uqr'

/** The largest code that a phone easily reads from a screen has 57 modules a side and holds this many bytes. */
const MOST_BYTES = 271

/**
 * A QR code as the `d` of an SVG path on a grid of `size` modules, a quiet zone of four included. Null when the text is
 * too long.
 */
export function qrCode(text: string): { size: number; path: string } | null {
  if (Buffer.byteLength(text) > MOST_BYTES) return null
  const { size, data } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: path.join('') }
}
