/**
 * QR codes (ISO/IEC 18004) of a text of up to 271 bytes: byte mode, error correction level L, versions 1 to 10. Just
 * what an `otpauth:` address needs on a screen, without a package for it.
 */

/** Per version from 1: data bytes, blocks, error correction bytes per block (ISO/IEC 18004, table 9, level L). */
const versions = [
  { data: 19, blocks: 1, correction: 7 },
  { data: 34, blocks: 1, correction: 10 },
  { data: 55, blocks: 1, correction: 15 },
  { data: 80, blocks: 1, correction: 20 },
  { data: 108, blocks: 1, correction: 26 },
  { data: 136, blocks: 2, correction: 18 },
  { data: 156, blocks: 2, correction: 20 },
  { data: 194, blocks: 2, correction: 24 },
  { data: 232, blocks: 2, correction: 30 },
  { data: 274, blocks: 4, correction: 18 },
] as const

/** Level L with mask 0, as the format bits say it (table C.1). */
const FORMAT_BITS = 0b111011111000100

/**
 * The code as the `d` of an SVG path on a grid of `size` modules, a quiet zone of four included. Null when the text is
 * too long.
 */
export function qrCode(text: string): { size: number; path: string } | null {
  const bytes = Buffer.from(text, 'utf8')
  const version = versions.findIndex(({ data }, index) => bytes.length <= data - (index < 9 ? 2 : 3)) + 1
  const layout = versions[version - 1]
  if (!layout) return null
  const modules = drawFixedPatterns(version)
  drawBits(modules, interleave(pad(bytes, version, layout.data), layout))
  const border = 4
  const path = modules.dark.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + border} ${y + border}h1v1h-1z`] : [])),
  )
  return { size: modules.dark.length + 2 * border, path: path.join('') }
}

/** Mode, length, text, end, and filling up to `length` bytes. */
function pad(bytes: Buffer, version: number, length: number): number[] {
  const length_bits = version < 10 ? 8 : 16
  const bits =
    '0100' +
    bytes.length.toString(2).padStart(length_bits, '0') +
    [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const ended = bits + '0'.repeat(Math.min(4, length * 8 - bits.length))
  const whole = ended.padEnd(Math.ceil(ended.length / 8) * 8, '0')
  const words = (whole.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 2))
  const fillers = [0xec, 0x11]
  return Array.from({ length }, (_, i) => words[i] ?? fillers[(i - words.length) % 2] ?? 0)
}

/** The bits as they are drawn: a byte of each block in turn, then the same with their error correction. */
function interleave(data: number[], layout: (typeof versions)[number]): string {
  const shorter = Math.floor(layout.data / layout.blocks)
  const longer_blocks = layout.data % layout.blocks
  let start = 0
  const blocks = Array.from({ length: layout.blocks }, (_, i) => {
    const block = data.slice(start, start + shorter + (i >= layout.blocks - longer_blocks ? 1 : 0))
    start += block.length
    return block
  })
  const corrections = blocks.map((block) => correctionOf(block, layout.correction))
  const inTurn = (lists: number[][], longest: number) =>
    Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat()
  return [...inTurn(blocks, shorter + 1), ...inTurn(corrections, layout.correction)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
}

/** The remainder of Reed-Solomon division over GF(256) with the polynomial 0x11d. */
function correctionOf(block: readonly number[], length: number): number[] {
  let generator = [1]
  for (let i = 0, root = 1; i < length; i++, root = times(root, 2)) {
    const by_root = [...generator.map((factor) => times(factor, root))]
    generator = [...generator, 0].map((factor, j) => factor ^ (by_root[j - 1] ?? 0))
  }
  const remainder = [...block, ...Array<number>(length).fill(0)]
  for (let i = 0; i < block.length; i++) {
    const lead = remainder[i] ?? 0
    generator.forEach((factor, j) => {
      remainder[i + j] = (remainder[i + j] ?? 0) ^ times(factor, lead)
    })
  }
  return remainder.slice(block.length)
}

function times(a: number, b: number): number {
  let product = 0
  for (let left = a, right = b; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = (left << 1) ^ (left & 0x80 ? 0x11d : 0)
  }
  return product
}

type Modules = { dark: boolean[][]; fixed: boolean[][] }

function drawFixedPatterns(version: number): Modules {
  const size = 17 + 4 * version
  const grid = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const modules: Modules = { dark: grid(), fixed: grid() }
  const draw = (x: number, y: number, dark: boolean) => {
    const [row, fixed] = [modules.dark[y], modules.fixed[y]]
    if (!row || !fixed || x < 0 || x >= size) return
    row[x] = dark
    fixed[x] = true
  }
  const bit = (bits: number, i: number) => ((bits >> i) & 1) === 1

  // Timing, then what lies over it.
  for (let i = 0; i < size; i++) {
    draw(6, i, i % 2 === 0)
    draw(i, 6, i % 2 === 0)
  }
  const square = (cx: number, cy: number, reach: number, dark: (distance: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++)
        draw(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
  const finder = (distance: number) => distance !== 2 && distance !== 4
  square(3, 3, 4, finder)
  square(size - 4, 3, 4, finder)
  square(3, size - 4, 4, finder)
  const centres = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7]
  for (const x of centres) {
    for (const y of centres) {
      const in_corner = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6)
      if (!in_corner) square(x, y, 2, (distance) => distance !== 1)
    }
  }

  for (let i = 0; i < 15; i++) {
    const dark = bit(FORMAT_BITS, i)
    // Along the first finder, around the timing lines, and once more at the other two.
    if (i < 6) draw(8, i, dark)
    else if (i < 8) draw(8, i + 1, dark)
    else if (i === 8) draw(7, 8, dark)
    else draw(14 - i, 8, dark)
    if (i < 8) draw(size - 1 - i, 8, dark)
    else draw(8, size - 15 + i, dark)
  }
  draw(8, size - 8, true)

  if (version >= 7) {
    let remainder = version
    for (let i = 0; i < 12; i++) remainder = (remainder << 1) ^ (remainder & 0x800 ? 0x1f25 : 0)
    const version_bits = (version << 12) | remainder
    for (let i = 0; i < 18; i++) {
      const [along, across] = [Math.floor(i / 3), size - 11 + (i % 3)]
      draw(across, along, bit(version_bits, i))
      draw(along, across, bit(version_bits, i))
    }
  }
  return modules
}

/** Upwards and downwards in columns of two from the right, around what is fixed, under mask 0. */
function drawBits({ dark, fixed }: Modules, bits: string): void {
  const size = dark.length
  let next = 0
  for (let right = size - 1, upwards = true; right > 0; right -= 2, upwards = !upwards) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const row = dark[y]
        if (!row || fixed[y]?.[x]) continue
        row[x] = (bits[next++] === '1') !== ((x + y) % 2 === 0)
      }
    }
  }
}
