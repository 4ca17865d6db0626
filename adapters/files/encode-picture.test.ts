import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodePhoto, encodePlan } from './encode-picture.ts'

const plate = (width = 1200, height = 800): Sharp =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 20 } } })

/** A PNG of a few bytes whose header claims to be `width` by `height`. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture', () => {
  test.each([
    ['JPEG', () => plate().jpeg()],
    ['PNG', () => plate().png()],
    ['WebP', () => plate().webp()],
    ['AVIF', () => plate(400, 300).avif({ effort: 0 })],
    ['GIF', () => plate(400, 300).gif()],
    ['JPEG for a printer (CMYK)', () => plate().toColourspace('cmyk').jpeg()],
    ['tiny one', () => plate(1, 1).png()],
    ['panorama', () => plate(2000, 200).jpeg()],
  ] as const)('(%s) becomes WebP in four widths, 4:3', async (_, draw) => {
    const encoded = await encodePhoto(await draw().toBuffer())
    for (const [width, height] of [
      [320, 240],
      [640, 480],
      [720, 540],
      [960, 720],
    ] as const) {
      expect(await sharp(encoded[width]).metadata()).toMatchObject({ format: 'webp', width, height })
    }
  })

  test('loses what it says about its maker and the place it was taken at', async () => {
    const upload = await plate()
      .withIccProfile('p3')
      .withExif({
        IFD0: { Copyright: 'Ada Obi' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '7/1 18/1 15/1' },
      })
      .jpeg()
      .toBuffer()
    expect(await sharp(upload).metadata()).toHaveProperty('exif')
    for (const picture of Object.values(await encodePhoto(upload))) {
      const metadata = await sharp(picture).metadata()
      for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'comments']) expect(metadata).not.toHaveProperty(kind)
      expect(picture.includes('Ada Obi')).toBe(false)
    }
  })

  test('stands upright, as the phone that took it meant', async () => {
    const blue = await sharp({ create: { width: 400, height: 600, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
    const sideways = await plate(800, 600)
      .composite([{ input: blue, left: 400, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { 320: upright } = await encodePhoto(sideways)
    const { data, info } = await sharp(upright).raw().toBuffer({ resolveWithObject: true })
    const blueAt = (x: number, y: number) => (data[(y * info.width + x) * info.channels + 2] ?? 0) > 128
    expect([blueAt(20, 20), blueAt(300, 20)]).toEqual([false, false])
    expect([blueAt(20, 220), blueAt(300, 220)]).toEqual([true, true])
  })
})

describe('a plan', () => {
  test.each([
    ['wide', 3000, 1000, { width: 2400, height: 800 }],
    ['tall', 1200, 3600, { width: 800, height: 2400 }],
    ['small', 300, 200, { width: 300, height: 200 }],
  ])('that is %s stays whole, and no larger than it was or can be read', async (_, width, height, size) => {
    const { plan } = await encodePlan(await plate(width, height).png().toBuffer())
    expect(await sharp(plan).metadata()).toMatchObject({ format: 'webp', ...size })
  })

  test('is refused like any picture, before it is decoded', async () => {
    for (const upload of [Buffer.from('%PDF-1.7'), pngClaiming(800, 600)]) {
      await expect(encodePlan(upload)).rejects.toMatchObject({ reason: 'not_a_picture' })
    }
    await expect(encodePlan(pngClaiming(100_000, 100_000))).rejects.toMatchObject({ reason: 'too_many_pixels' })
  })
})

describe('is refused as too large', () => {
  test('more than 15 MB, whatever it is', async () => {
    await expect(encodePhoto(Buffer.alloc(15 * 1024 * 1024 + 1))).rejects.toMatchObject({
      reason: 'too_large',
    })
  })

  test.each([
    [100_000, 100_000],
    [7_072, 7_072],
    [100_000, 501],
  ])('a small file that claims %i by %i pixels, before it is decoded', async (width, height) => {
    const bomb = pngClaiming(width, height)
    expect(bomb.length).toBeLessThan(200)
    await expect(encodePhoto(bomb)).rejects.toMatchObject({ reason: 'too_many_pixels' })
  })

  test('an AVIF larger than any screen, which is decoded whole', async () => {
    const wall = await plate(3600, 2700).avif({ effort: 0 }).toBuffer()
    await expect(encodePhoto(wall)).rejects.toMatchObject({ reason: 'too_many_pixels' })
  })
})

describe('is refused as no picture', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['15 MB of zeros', Buffer.alloc(15 * 1024 * 1024)],
    ['text', Buffer.from('Jollof Rice')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG, which may hold a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01')],
    ['a header with nothing behind it', pngClaiming(800, 600)],
    ['the first bytes of a PNG', pngClaiming(800, 600).subarray(0, 20)],
  ])('%s', async (_, upload) => {
    await expect(encodePhoto(upload)).rejects.toMatchObject({ reason: 'not_a_picture' })
  })

  test('a photograph that was cut off', async () => {
    const whole = await plate().jpeg().toBuffer()
    await expect(encodePhoto(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      reason: 'not_a_picture',
    })
  })

  test('a sliver, which would have to be enlarged without end', async () => {
    const sliver = await plate(2, 2_000).png().toBuffer()
    await expect(encodePhoto(sliver)).rejects.toMatchObject({ reason: 'not_a_picture' })
  })
})
