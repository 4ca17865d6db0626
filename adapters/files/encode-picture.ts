import sharp, { type Metadata } from 'sharp'

export const picture_widths = [320, 640, 960] as const
export type PictureWidth = (typeof picture_widths)[number]

/** Spec §5: a logo is at most 15 MB. */
const LARGEST_BYTES = 15 * 1024 * 1024
/** Declared pixels, looked at before anything is decoded: a small file may claim to be a wall of pixels. */
const MOST_PIXELS = 50_000_000

export class PictureRefused extends Error {
  readonly reason: 'not_a_picture' | 'too_large'
  constructor(reason: 'not_a_picture' | 'too_large') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Re-encodes an uploaded picture to WebP in three widths, 4:3, turned upright, without its metadata. Type and declared
 * pixels are checked before decoding. Throws PictureRefused.
 */
export async function encodePicture(upload: Buffer): Promise<Record<PictureWidth, Buffer>> {
  if (upload.length > LARGEST_BYTES) throw new PictureRefused('too_large')
  const { format, width = 0, height = 0 } = await readHeader(upload)
  if (!['jpeg', 'png', 'webp', 'avif', 'heif', 'gif'].includes(format ?? ''))
    throw new PictureRefused('not_a_picture')
  if (width * height > MOST_PIXELS) throw new PictureRefused('too_large')
  const source = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate()
  const encodeAt = async (target: PictureWidth) => {
    try {
      return await source
        .clone()
        .resize(target, (target * 3) / 4, { fit: 'cover', position: 'attention' })
        .webp({ quality: 78, effort: 3 })
        .toBuffer()
    } catch {
      throw new PictureRefused('not_a_picture')
    }
  }
  const [small, middle, large] = await Promise.all([encodeAt(320), encodeAt(640), encodeAt(960)])
  return { 320: small, 640: middle, 960: large }
}

async function readHeader(upload: Buffer): Promise<Metadata> {
  try {
    return await sharp(upload, { limitInputPixels: MOST_PIXELS }).metadata()
  } catch {
    throw new PictureRefused('not_a_picture')
  }
}
