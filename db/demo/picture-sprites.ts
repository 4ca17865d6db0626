import { createRequire } from 'node:module'
import path from 'node:path'
import sharp from 'sharp'
import { isTone, recolourDrawing, type Ware } from './picture-tones.ts'

/** A drawing cut to its outline, with its soft shadow, ready to be laid on a scene. */
export type Sprite = {
  rgba: Buffer
  width: number
  height: number
  /** How far the sprite reaches beyond the drawing on every side, to hold the shadow. */
  margin: number
}

const assets_folder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')),
  'assets',
)
const shadow_shrink = 4
const shadow_strength = 0.5
/** A warm near-black, its bytes in the order blue, green, red. */
const shadow_colour = 0x040e28
// Menus repeat their drawings, so the last few dozen are kept ready.
const kept_drawings_maximum = 96
const drawings = new Map<string, Promise<Drawing>>()
type Drawing = { rgba: Buffer; width: number; height: number }

/** The file that holds the drawing of `item` (`1f35a` or `1f35a:jollof`). */
export function emojiFile(item: string): string {
  return path.join(assets_folder, `${item.split(':')[0]}.webp`)
}

/**
 * The drawing of `item` so that it fits a box of `box_px`, turned by `turn_degrees`, with a shadow beneath; `ware`
 * is the colour of the pot or bowl where the drawing has one.
 * Throws when no such drawing or tone exists.
 */
export async function loadSprite(
  item: string,
  ware: Ware | null,
  box_px: number,
  turn_degrees: number,
): Promise<Sprite> {
  const drawing = await keptDrawing(item, ware)
  const turned = sharp(drawing.rgba, { raw: { width: drawing.width, height: drawing.height, channels: 4 } })
    .rotate(turn_degrees, { background: '#00000000' })
    .resize({ width: box_px, height: box_px, fit: 'inside', kernel: 'mitchell' })
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true })
  return castShadow({ rgba: data, width: info.width, height: info.height })
}

function keptDrawing(item: string, ware: Ware | null): Promise<Drawing> {
  const key = `${item} ${ware}`
  const kept = drawings.get(key)
  if (kept) return kept
  const loading = loadDrawing(item, ware)
  drawings.set(key, loading)
  if (drawings.size > kept_drawings_maximum) {
    const oldest = drawings.keys().next()
    if (!oldest.done) drawings.delete(oldest.value)
  }
  return loading
}

async function loadDrawing(item: string, ware: Ware | null): Promise<Drawing> {
  const [emoji = '', tone] = item.split(':')
  const { data, info } = await sharp(emojiFile(item))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (tone !== undefined && !isTone(tone)) throw new RangeError(`No such tone: ${tone}`)
  recolourDrawing(data, emoji, tone ?? null, ware)
  const box = outline(data, info.width, info.height)
  const rgba = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract(box)
    .raw()
    .toBuffer()
  return { rgba, width: box.width, height: box.height }
}

function outline(rgba: Buffer, width: number, height: number) {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((rgba[(y * width + x) * 4 + 3] ?? 0) < 24) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < left) throw new RangeError('An empty drawing')
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Puts the drawing's own outline, blurred and fallen a little, under it. Worked out small: blur hides the difference. */
async function castShadow(drawing: Drawing): Promise<Sprite> {
  const margin = Math.round(Math.max(drawing.width, drawing.height) * 0.09)
  const width = drawing.width + 2 * margin
  const height = drawing.height + 2 * margin
  const small_width = Math.ceil(width / shadow_shrink)
  const small_height = Math.ceil(height / shadow_shrink)
  const small = new Uint8Array(small_width * small_height)
  const fall = margin * 0.45
  for (let y = 0; y < small_height; y++) {
    for (let x = 0; x < small_width; x++) {
      const from_x = Math.round(x * shadow_shrink - margin)
      const from_y = Math.round(y * shadow_shrink - margin - fall)
      if (from_x < 0 || from_y < 0 || from_x >= drawing.width || from_y >= drawing.height) continue
      small[y * small_width + x] = drawing.rgba[(from_y * drawing.width + from_x) * 4 + 3] ?? 0
    }
  }
  const shadow = await sharp(small, { raw: { width: small_width, height: small_height, channels: 1 } })
    .blur(Math.max(0.5, margin / shadow_shrink / 3))
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { rgba: joinShadow(drawing, shadow, width, height, margin), width, height, margin }
}

function joinShadow(drawing: Drawing, shadow: Buffer, width: number, height: number, margin: number): Buffer {
  const rgba = Buffer.alloc(width * height * 4)
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
  for (let pixel = 0; pixel < words.length; pixel++) {
    const strength = Math.round((shadow[pixel] ?? 0) * shadow_strength)
    words[pixel] = ((strength << 24) | shadow_colour) >>> 0
  }
  for (let y = 0; y < drawing.height; y++) {
    const row = y * drawing.width * 4
    for (let x = 0; x < drawing.width; x++) {
      const from = row + x * 4
      const to = ((y + margin) * width + x + margin) * 4
      const opacity = drawing.rgba[from + 3] ?? 0
      if (opacity === 0) continue
      const over = opacity / 255
      const under = ((rgba[to + 3] ?? 0) / 255) * (1 - over)
      const alpha = over + under
      for (let channel = 0; channel < 3; channel++) {
        const above = (drawing.rgba[from + channel] ?? 0) * over
        rgba[to + channel] = (above + (rgba[to + channel] ?? 0) * under) / alpha
      }
      rgba[to + 3] = alpha * 255
    }
  }
  return rgba
}
