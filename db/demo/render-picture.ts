import sharp from 'sharp'
import type { PictureRecipe } from './campus.ts'
import { backdropDefinitions, drawBackdrop, scene_height, scene_width } from './picture-backdrop.ts'
import { type Canvas, type Layer, layOver } from './picture-canvas.ts'
import { type Layout, layOut, type Piece } from './picture-layout.ts'
import { type Palette, palettes } from './picture-palettes.ts'
import { loadSprite } from './picture-sprites.ts'
import { contactShadow, drawVessel, vessel_definitions } from './picture-vessels.ts'
import { hashText, seededRandom } from './seeded-random.ts'

/** Seeds fall into this many looks of one recipe, so that a campus of menus shares its pictures. */
const looks_per_recipe = 2

/**
 * A name for the picture of a recipe: two recipes and seeds with the same key render to the same bytes, so a seeder
 * renders one key once. Letters, digits and `-` only.
 */
export function picture_key(recipe: PictureRecipe, seed = ''): string {
  const { emoji, background, arrangement, extras = [] } = recipe
  const name = [emoji, ...extras].join('-').replaceAll(':', '-').replaceAll('_', '-')
  return `${name}-${background}-${arrangement}-${hashText(seed) % looks_per_recipe}`
}

/**
 * An illustrated picture of a dish or a vendor, 4:3, `width_px` wide, as PNG. `seed` (a dish's name, say) varies what
 * the recipe leaves open. The same arguments give the same picture. Throws when the recipe names an unknown emoji.
 */
export async function renderPicture(recipe: PictureRecipe, width_px: number, seed = ''): Promise<Buffer> {
  const random = seededRandom(picture_key(recipe, seed))
  const palette = palettes[recipe.background]
  const scale = width_px / scene_width
  const height_px = Math.round(scene_height * scale)
  const layout = layOut(recipe, random)
  const scene = sceneSvg(palette, layout, random, width_px, height_px)
  const pieces = [...layout.foods, ...layout.garnish].sort((one, other) => one.foot - other.foot)
  const [canvas, ...layers] = await Promise.all([
    rasterize(scene),
    ...pieces.map((piece) => pieceLayer(piece, scale)),
    ...(layout.steam ? [steamLayer(scale)] : []),
  ])
  for (const layer of layers) layOver(canvas, layer)
  return sharp(canvas.rgb, { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
    .png({ compressionLevel: 1, adaptiveFiltering: false })
    .toBuffer()
}

async function rasterize(svg: string): Promise<Canvas> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { rgb: data, width: info.width, height: info.height }
}

function sceneSvg(
  palette: Palette,
  layout: Layout,
  random: () => number,
  width: number,
  height: number,
): string {
  const shadows = [...layout.foods, ...layout.garnish].map(({ x, foot, box }) =>
    contactShadow(x, foot - box * 0.02, box * 0.52),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${scene_width} ${scene_height}">
    <defs>${backdropDefinitions(palette)}${vessel_definitions}</defs>
    ${drawBackdrop(palette, random)}
    ${drawVessel(layout.vessel, layout.place, palette)}
    ${shadows.join('')}
    <rect width="${scene_width}" height="${scene_height}" fill="url(#vignette)"/>
  </svg>`
}

async function pieceLayer({ item, ware, x, foot, box, turn_degrees }: Piece, scale: number): Promise<Layer> {
  const sprite = await loadSprite(item, ware, Math.round(box * scale), turn_degrees)
  return {
    ...sprite,
    left: Math.round(x * scale - sprite.width / 2),
    top: Math.round(foot * scale - sprite.height + sprite.margin),
  }
}

async function steamLayer(scale: number): Promise<Layer> {
  const { data, info } = await sharp(Buffer.from(steamSvg(scale)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { rgba: data, width: info.width, height: info.height, left: Math.round(322 * scale), top: 0 }
}

function steamSvg(scale: number): string {
  const wisp = (x: number, y: number) =>
    [26, 15, 7].map(
      (width, index) =>
        `<path d="M${x} ${y} c-34 -46 34 -66 4 -116 c-18 -32 6 -52 12 -66" stroke-width="${width}" stroke-opacity="${0.1 + index * 0.07}"/>`,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(300 * scale)}" height="${Math.round(260 * scale)}" viewBox="0 0 300 260">
    <defs><linearGradient id="fade" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset="0.4" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
    <g fill="none" stroke="url(#fade)" stroke-linecap="round">${[wisp(84, 236), wisp(156, 214), wisp(224, 240)].flat().join('')}</g>
  </svg>`
}
