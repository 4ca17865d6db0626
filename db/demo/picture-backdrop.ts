import type { Palette } from './picture-palettes.ts'
import { pick } from './seeded-random.ts'

/** Scenes are drawn on this grid and scaled to the size that is asked for. */
export const scene_width = 960
export const scene_height = 720

const horizon = 452

/** Wall, light, pattern and table of one scene, as SVG. */
export function drawBackdrop(palette: Palette, random: () => number): string {
  const shape = pick(random, wall_shapes)
  const motif = pick(random, motifs)
  const cloth = pick(random, cloths)
  return `
    <rect width="${scene_width}" height="${scene_height}" fill="url(#wall)"/>
    <g fill="none" stroke="${palette.motif}" stroke-opacity="0.16" stroke-width="5">${motif()}</g>
    ${shape(palette)}
    <circle cx="480" cy="300" r="400" fill="url(#glow)"/>
    <path d="${table_outline}" fill="url(#table)"/>
    <g clip-path="url(#on-table)">${cloth(palette)}</g>
    <path d="M0 ${horizon + 26} Q480 ${horizon - 26} 960 ${horizon + 26}" fill="none" stroke="${palette.glow}" stroke-opacity="0.35" stroke-width="4"/>`
}

export function backdropDefinitions({ wall, table, glow }: Palette): string {
  return `
<linearGradient id="wall" x1="0" y1="0" x2="0.35" y2="1"><stop offset="0" stop-color="${wall[0]}"/><stop offset="1" stop-color="${wall[1]}"/></linearGradient>
<linearGradient id="table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${table[0]}"/><stop offset="1" stop-color="${table[1]}"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="${glow}" stop-opacity="0.9"/><stop offset="0.45" stop-color="${glow}" stop-opacity="0.4"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient>
<radialGradient id="vignette" cx="0.5" cy="0.45" r="0.75"><stop offset="0.6" stop-color="#2a0f02" stop-opacity="0"/><stop offset="1" stop-color="#2a0f02" stop-opacity="0.32"/></radialGradient>
<clipPath id="on-table"><path d="${table_outline}"/></clipPath>`
}

const table_outline = `M0 ${horizon + 26} Q480 ${horizon - 26} 960 ${horizon + 26} V720 H0 Z`

const wall_shapes: ((palette: Palette) => string)[] = [
  ({ glow }) => `<circle cx="480" cy="330" r="268" fill="${glow}" fill-opacity="0.5"/>`,
  ({ glow, wall }) =>
    `<path d="M190 480 V300 a290 270 0 0 1 580 0 V480 Z" fill="${wall[1]}" fill-opacity="0.55"/><path d="M230 480 V310 a250 232 0 0 1 500 0 V480 Z" fill="${glow}" fill-opacity="0.55"/>`,
  ({ glow }) => {
    const rays = Array.from({ length: 14 }, (_, index) => {
      const angle = (index / 14) * 2 * Math.PI
      const point = (turn: number) =>
        `${480 + 800 * Math.cos(angle + turn)} ${400 + 800 * Math.sin(angle + turn)}`
      return `M480 400 L${point(0)} L${point(0.2)} Z`
    })
    return `<path d="${rays.join(' ')}" fill="${glow}" fill-opacity="0.3"/>`
  },
  ({ glow, table }) =>
    `<circle cx="650" cy="230" r="190" fill="${table[0]}" fill-opacity="0.28"/><circle cx="330" cy="330" r="220" fill="${glow}" fill-opacity="0.45"/>`,
]

/** Patterns that cloth around here carries: rings, waves, diamonds, drops, crosses. */
const motifs: (() => string)[] = [
  () => grid(160, 150, (x, y) => `<circle cx="${x}" cy="${y}" r="44"/><circle cx="${x}" cy="${y}" r="25"/>`),
  () =>
    Array.from(
      { length: 9 },
      (_, row) =>
        `<path d="M-40 ${row * 58 + 10} ${Array.from({ length: 11 }, () => 'q25 -34 50 0 t50 0').join(' ')}"/>`,
    ).join(''),
  () =>
    grid(
      130,
      130,
      (x, y) => `<path d="M${x} ${y - 50} l50 50 l-50 50 l-50 -50 Z"/><circle cx="${x}" cy="${y}" r="9"/>`,
    ),
  () =>
    grid(150, 120, (x, y) => `<path d="M${x} ${y + 34} q-34 -34 0 -76 q34 42 0 76 Z M${x} ${y + 34} v-50"/>`),
  () => grid(110, 110, (x, y) => `<path d="M${x - 20} ${y} h40 M${x} ${y - 20} v40"/>`),
  () => '',
]

function grid(step_x: number, step_y: number, draw: (x: number, y: number) => string): string {
  let shapes = ''
  for (let row = 0; row * step_y < horizon + 60; row++) {
    for (let x = (row % 2) * (step_x / 2); x < scene_width + step_x; x += step_x)
      shapes += draw(x, row * step_y + 20)
  }
  return shapes
}

const cloths: ((palette: Palette) => string)[] = [
  () => '',
  // Gingham, its threads running towards the eye.
  ({ glow }) => {
    const threads = Array.from({ length: 19 }, (_, index) => {
      const offset = index - 9
      return `M${480 + offset * 84 - 22} 420 L${480 + offset * 150 - 40} 730 h80 L${480 + offset * 84 + 22} 420 Z`
    })
    const rows = [452, 492, 544, 612, 694].map((y, index) => `M0 ${y} H960 v${14 + index * 5} H0 Z`)
    return `<g fill="${glow}" fill-opacity="0.16"><path d="${threads.join(' ')}"/><path d="${rows.join(' ')}"/></g>`
  },
  // Planks.
  ({ table }) => {
    const seams = [482, 528, 592, 668].map((y) => `M0 ${y + 12} Q480 ${y - 12} 960 ${y + 12}`)
    return `<path d="${seams.join(' ')}" fill="none" stroke="${table[1]}" stroke-opacity="0.7" stroke-width="5"/>`
  },
  // A runner across the middle.
  ({ glow, wall }) =>
    `<path d="M300 420 H660 L800 730 H160 Z" fill="${glow}" fill-opacity="0.4"/><path d="M318 420 h12 L214 730 h-22 Z M642 420 h-12 L746 730 h22 Z" fill="${wall[1]}" fill-opacity="0.9"/>`,
  // Dots.
  ({ glow }) => {
    let dots = ''
    for (const [row, y] of [478, 514, 562, 624, 700].entries()) {
      for (let x = (row % 2) * 45; x < 980; x += 90)
        dots += `<ellipse cx="${x}" cy="${y}" rx="${9 + row * 2}" ry="${4 + row}"/>`
    }
    return `<g fill="${glow}" fill-opacity="0.3">${dots}</g>`
  },
]
