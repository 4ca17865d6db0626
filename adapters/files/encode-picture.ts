import sharp, { type Metadata } from 'sharp'

export const picture_widths = [320, 640, 720, 960] as const
export type PictureWidth = (typeof picture_widths)[number]

/** What becomes of an upload: a photo is cropped to 4:3 in four widths, a plan stays whole. */
export type Encoded = { photo: Record<PictureWidth, Buffer>; plan: Record<'plan', Buffer> }
export type PictureShape = keyof Encoded

/** See docs/product.md#pictures. */
const LARGEST_BYTES = 15 * 1024 * 1024
/** Declared pixels, checked before decoding: a small file may claim to be huge. */
const MOST_PIXELS = 50_000_000
/** An AVIF is decoded as a whole, with 18 bytes per pixel; other kinds are decoded line by line. 4K has 8.3 million. */
const MOST_PIXELS_AT_ONCE = 8_400_000
/** A very narrow picture would become huge when it is enlarged to fill 4:3, before it is cropped. */
const LONGEST_TO_SHORTEST_SIDE = 10
/** The names of buildings on a plan of a campus can be read at this size. */
const LONGEST_SIDE_OF_A_PLAN = 2400

export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly reason: 'not_a_picture' | 'too_large' | 'too_many_pixels'
  constructor(reason: PictureRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Re-encodes an uploaded picture to WebP in four widths, 4:3. Throws PictureRefused, as `checkHeader` says. */
export async function encodePhoto(upload: Buffer): Promise<Encoded['photo']> {
  const { width, height } = await checkHeader(upload)
  return decoding(async () => {
    const large = await cropUpright(upload, width * 3 === height * 4)
    const encodeAt = (target: PictureWidth) =>
      sharp(large.data, { raw: large.info })
        .resize(target, (target * 3) / 4)
        .webp({ quality: 78, effort: 6 })
        .toBuffer()
    return {
      320: await encodeAt(320),
      640: await encodeAt(640),
      720: await encodeAt(720),
      960: await encodeAt(960),
    }
  })
}

/** Re-encodes an uploaded plan to one WebP, whole and not larger than it was. Throws PictureRefused likewise. */
export async function encodePlan(upload: Buffer): Promise<Encoded['plan']> {
  await checkHeader(upload)
  return decoding(async () => ({
    plan: await upright(upload)
      .resize(LONGEST_SIDE_OF_A_PLAN, LONGEST_SIDE_OF_A_PLAN, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78, effort: 2 })
      .toBuffer(),
  }))
}

/** Type, size, declared pixels and proportions, before anything is decoded. Throws PictureRefused. */
async function checkHeader(upload: Buffer): Promise<{ width: number; height: number }> {
  if (upload.length > LARGEST_BYTES) throw new PictureRefused('too_large')
  const { format, width = 0, height = 0 } = await readHeader(upload)
  if (!['jpeg', 'png', 'webp', 'avif', 'heif', 'gif'].includes(format ?? '')) throw new PictureRefused('not_a_picture')
  const most_pixels = format === 'heif' ? MOST_PIXELS_AT_ONCE : MOST_PIXELS
  if (width * height > most_pixels) throw new PictureRefused('too_many_pixels')
  if (Math.max(width, height) > LONGEST_TO_SHORTEST_SIDE * Math.min(width, height)) {
    throw new PictureRefused('not_a_picture')
  }
  return { width, height }
}

/** What cannot be decoded is no picture. */
async function decoding<Files>(decode: () => Promise<Files>): Promise<Files> {
  try {
    return await decode()
  } catch {
    throw new PictureRefused('not_a_picture')
  }
}

/** Turned as the phone that took it meant; what is encoded from it has no metadata. */
const upright = (upload: Buffer) => sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate()

/**
 * Decodes once, in the largest width. Other proportions are cropped around what draws attention, which is slow to find.
 */
function cropUpright(upload: Buffer, is_four_by_three: boolean) {
  return upright(upload)
    .resize(960, 720, { fit: 'cover', position: is_four_by_three ? 'centre' : 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Decodes nothing; without its own limit, so that too many pixels are distinguished from what is no picture. */
async function readHeader(upload: Buffer): Promise<Metadata> {
  try {
    return await sharp(upload, { limitInputPixels: false }).metadata()
  } catch {
    throw new PictureRefused('not_a_picture')
  }
}
