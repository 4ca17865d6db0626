/** Drawings are squares of this side. */
const drawing_width = 256

/** Which pixels of a drawing are the food that a tone recolours; the rest (bowl, glass rim, leaf) keeps its colour. */
type Mask = 'all' | 'white' | 'milk' | 'warm' | 'red' | 'well' | 'top' | 'sponge'

const masks: Record<string, Mask> = {
  '1f35a': 'white',
  '1f366': 'top',
  '1f370': 'sponge',
  '1f372': 'warm',
  '1f379': 'warm',
  '1f95b': 'milk',
  '1f963': 'well',
  '1f964': 'red',
}

/** Drawings of a pot or bowl whose own colour may vary, and which of their pixels are the vessel. */
const vessel_masks: Record<string, Mask> = {
  '1f35a': 'red',
  '1f35c': 'red',
  '1f372': 'white',
  '1f957': 'white',
}

/** What dark, middle and light pixels become, as `#rrggbb`. */
type Ramp = readonly [dark: string, middle: string, light: string]

const ramps = {
  jollof: ['#8a2208', '#e85c18', '#ffa048'],
  fried: ['#78600a', '#deb832', '#fae480'],
  ofada: ['#5c3c22', '#ba8e62', '#eacea8'],
  coconut: ['#967846', '#f0d8a8', '#fff6de'],
  amala: ['#24140e', '#583a2c', '#8c6854'],
  eba: ['#966008', '#eebe40', '#ffe88c'],
  pounded: ['#968264', '#f0e4cc', '#fffbf0'],
  wheat: ['#5c381a', '#b07c4c', '#deb88a'],
  egusi: ['#6e4204', '#dea222', '#fad460'],
  ewedu: ['#10320a', '#468022', '#8ebc48'],
  efo: ['#102808', '#406216', '#969632'],
  ogbono: ['#381c06', '#965c1c', '#ce9648'],
  pepper_soup: ['#461404', '#b04210', '#e88a3e'],
  stew: ['#5a0802', '#cc2810', '#f66e38'],
  beans: ['#361206', '#8e4220', '#ce8454'],
  golden: ['#783a08', '#de8e2c', '#ffce70'],
  akara: ['#582006', '#be5e1c', '#f0a24c'],
  grilled: ['#281006', '#924a1e', '#e29852'],
  suya: ['#2e0e06', '#963c1a', '#de884e'],
  zobo: ['#340014', '#960634', '#e2466e'],
  kunu: ['#967654', '#e4ccaa', '#fcf0da'],
  tiger_nut: ['#a08c6e', '#f0e6d0', '#fffcf2'],
  chapman: ['#5a000a', '#dc1e28', '#ff7a5c'],
  malt: ['#1e0a02', '#68300e', '#be7638'],
  mango: ['#aa5200', '#faa614', '#ffde68'],
  berry: ['#5a0a46', '#ce3c8c', '#ffa4ce'],
  avocado: ['#325410', '#8eba40', '#d6ec96'],
  pineapple: ['#966e00', '#f6d032', '#fff496'],
  orange: ['#a03c00', '#fa8a0a', '#ffca64'],
  water: ['#6fbbe6', '#bfe6fb', '#eefaff'],
  milk: ['#aaaab4', '#f4f0ec', '#ffffff'],
  chocolate: ['#240e06', '#6e3e24', '#b27c58'],
  pap: ['#b08a50', '#f0d9a8', '#fff3d6'],
  porridge: ['#8a3c08', '#dd8a30', '#ffcf80'],
  velvet: ['#50040a', '#be1a26', '#f06e6e'],
} as const satisfies Record<string, Ramp>

const wares = {
  clay: ['#562210', '#b85c34', '#eca070'],
  indigo: ['#0e1a42', '#3458a0', '#96b6e8'],
  teal: ['#063436', '#1e807a', '#84cec0'],
  ivory: ['#968064', '#e8d8be', '#fffaf0'],
  iron: ['#161416', '#464042', '#968e8c'],
} as const satisfies Record<string, Ramp>

export type Tone = keyof typeof ramps
export type Ware = keyof typeof wares
export const ware_names: readonly Ware[] = ['clay', 'indigo', 'teal', 'ivory', 'iron']

export function isTone(name: string): name is Tone {
  return Object.hasOwn(ramps, name)
}

/**
 * Recolours RGBA `pixels` of the drawing `emoji`, in place: its food to `tone`, its pot or bowl (if it has one) to
 * `ware`. Light and shade of the drawing stay.
 */
export function recolourDrawing(
  pixels: Uint8Array,
  emoji: string,
  tone: Tone | null,
  ware: Ware | null,
): void {
  const original = Uint8Array.from(pixels)
  const vessel = vessel_masks[emoji]
  if (ware && vessel) recolour(pixels, original, vessel, wares[ware])
  if (tone) recolour(pixels, original, masks[emoji] ?? 'all', ramps[tone])
}

/** Masks look at `original`, so that a vessel's new colour is never mistaken for food. */
function recolour(pixels: Uint8Array, original: Uint8Array, mask: Mask, ramp: Ramp): void {
  const belongs = shares[mask]
  const colours = colourTable(ramp, light_bands[mask])
  for (let offset = 0; offset + 3 < pixels.length; offset += 4) {
    if (original[offset + 3] === 0) continue
    const red = original[offset] ?? 0
    const green = original[offset + 1] ?? 0
    const blue = original[offset + 2] ?? 0
    const share = belongs(red, green, blue, offset / 4)
    if (share === 0) continue
    const light = Math.round(0.3 * red + 0.55 * green + 0.15 * blue)
    for (let channel = 0; channel < 3; channel++) {
      const before = pixels[offset + channel] ?? 0
      pixels[offset + channel] = Math.round(before + ((colours[light * 3 + channel] ?? 0) - before) * share)
    }
  }
}

/** Some drawings use a narrow band of light for what is recoloured; spread out, it keeps its roundness. */
const light_bands: Partial<Record<Mask, readonly [darkest: number, lightest: number]>> = {
  milk: [0.66, 1.1],
  red: [0.12, 0.62],
  well: [0.1, 0.44],
  top: [0.45, 1.05],
  sponge: [0.45, 1.05],
}

/** The colour, as three channels, that the ramp has at each of 256 steps of light. */
function colourTable(ramp: Ramp, [darkest, lightest]: readonly [number, number] = [0, 1]): Uint8Array {
  const [dark, middle, bright] = ramp
  const table = new Uint8Array(256 * 3)
  for (let step = 0; step < 256; step++) {
    const light = slope(darkest, lightest, step / 255)
    const [from, to, part] = light < 0.5 ? [dark, middle, light * 2] : [middle, bright, light * 2 - 1]
    for (const [channel, shift] of [16, 8, 0].entries()) {
      const start = channelOf(from, shift)
      table[step * 3 + channel] = Math.round(start + (channelOf(to, shift) - start) * part)
    }
  }
  return table
}

function channelOf(colour: string, shift: number): number {
  return (Number.parseInt(colour.slice(1), 16) >> shift) & 255
}

/** How far (0 to 1) a pixel belongs to what is recoloured; the slopes keep edges smooth. */
const shares: Record<Mask, (red: number, green: number, blue: number, position: number) => number> = {
  all: () => 1,
  white: (red, green, blue) =>
    slope(0.34, 0.2, saturationOf(red, green, blue)) * slope(90, 130, Math.max(red, green, blue)),
  red: (red, green, blue) =>
    green < blue * 1.6 + 20
      ? slope(0.62, 0.5, green / red) * slope(0.3, 0.5, saturationOf(red, green, blue))
      : 0,
  warm: (red, green, blue) =>
    red >= green && green >= blue ? slope(0.25, 0.45, saturationOf(red, green, blue)) : 0,
  well: (red, green, blue, position) =>
    blue > red && position < drawing_width * 180
      ? slope(0.45, 0.38, green / blue) * slope(0.45, 0.6, saturationOf(red, green, blue))
      : 0,
  sponge: (red, green, blue) =>
    red >= green && green >= blue ? slope(0.22, 0.32, saturationOf(red, green, blue)) : 0,
  top: (_red, _green, _blue, position) => slope(151, 147, Math.floor(position / drawing_width)),
  // Milk and glass are too alike to be told apart by colour; the milk's outline is.
  milk: (_red, _green, _blue, position) => {
    const x = position % drawing_width
    const y = Math.floor(position / drawing_width)
    const down = slope(64, 215, y)
    const sides = slope(52 + down * 21, 55 + down * 21, x) * slope(204 - down * 20, 201 - down * 20, x)
    return sides * slope(62, 65, y) * slope(217, 214, y)
  },
}

function saturationOf(red: number, green: number, blue: number): number {
  const highest = Math.max(red, green, blue)
  return highest === 0 ? 0 : (highest - Math.min(red, green, blue)) / highest
}

/** 0 at `from`, 1 at `to`, straight between. */
function slope(from: number, to: number, value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
