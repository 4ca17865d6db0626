import type { Palette } from './picture-palettes.ts'

/** What the food stands on. */
export type Vessel = 'plate' | 'enamel' | 'board' | 'leaf' | 'mat' | 'podium'

export type Place = { x: number; y: number; half_width: number }

const flatness = 0.3

/** One vessel seen from slightly above, its middle at `place`, as SVG. Needs the definitions of `vesselDefinitions`. */
export function drawVessel(vessel: Vessel, place: Place, palette: Palette): string {
  return `${softShadow(place)}${drawings[vessel](place, palette)}`
}

export const vessel_definitions = `
<radialGradient id="shade"><stop offset="0.55" stop-color="#1b0a02" stop-opacity="0.5"/><stop offset="1" stop-color="#1b0a02" stop-opacity="0"/></radialGradient>
<radialGradient id="contact"><stop offset="0" stop-color="#1b0a02" stop-opacity="0.55"/><stop offset="0.6" stop-color="#1b0a02" stop-opacity="0.28"/><stop offset="1" stop-color="#1b0a02" stop-opacity="0"/></radialGradient>
<linearGradient id="china" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f3ebdf"/><stop offset="1" stop-color="#ffffff"/></linearGradient>
<radialGradient id="well" cx="0.5" cy="0.35" r="0.7"><stop offset="0" stop-color="#fffdf9"/><stop offset="1" stop-color="#e6dccd"/></radialGradient>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="0.3"><stop offset="0" stop-color="#d79b5c"/><stop offset="0.5" stop-color="#c98746"/><stop offset="1" stop-color="#a9682f"/></linearGradient>
<linearGradient id="wood-edge" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8a5222"/><stop offset="1" stop-color="#5d3312"/></linearGradient>
<linearGradient id="banana-leaf" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#86b94a"/><stop offset="0.5" stop-color="#4f8f31"/><stop offset="1" stop-color="#2f6a23"/></linearGradient>
<radialGradient id="raffia" cx="0.5" cy="0.4" r="0.65"><stop offset="0" stop-color="#f2d9a4"/><stop offset="1" stop-color="#cf9f57"/></radialGradient>`

const drawings: Record<Vessel, (place: Place, palette: Palette) => string> = {
  plate: ({ x, y, half_width }, { rim }) => `
    ${ellipse(x, y + 13, half_width, 'fill="#cdbfab"')}
    ${ellipse(x, y, half_width, 'fill="url(#china)"')}
    ${ellipse(x, y, half_width * 0.955, `fill="none" stroke="${rim}" stroke-width="4" stroke-opacity="0.75"`)}
    ${ellipse(x, y + 4, half_width * 0.72, 'fill="#d9cdbb"')}
    ${ellipse(x, y + 8, half_width * 0.71, 'fill="url(#well)"')}`,
  enamel: ({ x, y, half_width }) => `
    ${ellipse(x, y + 15, half_width, 'fill="#173a6d"')}
    ${ellipse(x, y, half_width, 'fill="#2f62a5"')}
    ${ellipse(x, y + 1, half_width * 0.965, 'fill="url(#china)"')}
    ${ellipse(x, y + 5, half_width * 0.8, 'fill="#ccd3da"')}
    ${ellipse(x, y + 10, half_width * 0.79, 'fill="url(#well)"')}
    ${petals(x, y + 10, half_width * 0.7)}`,
  board: ({ x, y, half_width }) => {
    const half_height = half_width * flatness
    const left = x - half_width
    const top = y - half_height
    const shape = (down: number, fill: string) =>
      `<path d="M${left + 70} ${top + down} H${x + half_width - 70} Q${x + half_width} ${top + down} ${x + half_width + 26} ${y + down + half_height * 0.45} Q${x + half_width + 40} ${y + down + half_height} ${x + half_width - 20} ${y + down + half_height} H${left + 20} Q${left - 40} ${y + down + half_height} ${left - 26} ${y + down + half_height * 0.45} Q${left} ${top + down} ${left + 70} ${top + down} Z" fill="${fill}"/>`
    const grain = [0.22, 0.42, 0.66, 0.86].map(
      (part, index) =>
        `<path d="M${left + 20 - part * 40} ${top + 2 * half_height * part} q${half_width * 0.6} ${index % 2 ? 9 : -7} ${half_width} 0 t${half_width * 0.95} 0" fill="none" stroke="#7d4617" stroke-opacity="0.28" stroke-width="3"/>`,
    )
    return `${shape(20, 'url(#wood-edge)')}${shape(0, 'url(#wood)')}${grain.join('')}`
  },
  leaf: ({ x, y, half_width }) => {
    const reach = half_width * 1.16
    const rise = half_width * 0.4
    const outline = `M${x - reach} ${y + 12} C${x - reach * 0.6} ${y - rise} ${x + reach * 0.5} ${y - rise * 1.05} ${x + reach} ${y - 18} C${x + reach * 0.6} ${y + rise} ${x - reach * 0.5} ${y + rise * 1.05} ${x - reach} ${y + 12} Z`
    const veins = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75].map((part) => {
      const from_x = x + reach * part
      const from_y = y - 3 - part * 15
      const fan = rise * 0.62 * (1 - part * part)
      return `<path d="M${from_x} ${from_y} q${26} ${-fan * 0.4} ${64} ${-fan} M${from_x} ${from_y} q${20} ${fan * 0.5} ${46} ${fan}" />`
    })
    return `<path d="${outline}" transform="translate(0 9)" fill="#1f4a18"/><path d="${outline}" fill="url(#banana-leaf)"/>
      <g fill="none" stroke="#d6eca4" stroke-opacity="0.4" stroke-width="3">${veins.join('')}</g>
      <path d="M${x - reach} ${y + 12} Q${x} ${y + 2} ${x + reach} ${y - 18}" fill="none" stroke="#d6eca4" stroke-opacity="0.8" stroke-width="5"/>`
  },
  mat: ({ x, y, half_width }, { rim }) => {
    const rings = [0.9, 0.78, 0.66, 0.54, 0.42].map((part, index) =>
      ellipse(
        x,
        y,
        half_width * part,
        index === 1
          ? `fill="none" stroke="${rim}" stroke-width="9" stroke-opacity="0.7"`
          : 'fill="none" stroke="#9c6b2a" stroke-width="3" stroke-opacity="0.45" stroke-dasharray="10 4"',
      ),
    )
    return `${ellipse(x, y + 9, half_width, 'fill="#8d5f25"')}${ellipse(x, y, half_width, 'fill="url(#raffia)"')}${rings.join('')}`
  },
  podium: ({ x, y, half_width }, { wall, glow, table }) => {
    const width = half_width * 0.86
    const height = width * flatness
    return `<path d="M${x - width} ${y} v46 a${width} ${height} 0 0 0 ${2 * width} 0 v-46 Z" fill="${wall[1]}"/>
      <path d="M${x} ${y + height} v46 a${width} ${height} 0 0 0 ${width} ${-height} v-46 Z" fill="${table[1]}" fill-opacity="0.18"/>
      <ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${wall[0]}"/>
      <ellipse cx="${x}" cy="${y - 3}" rx="${width * 0.93}" ry="${height * 0.9}" fill="${glow}" fill-opacity="0.65"/>`
  },
}

/** The dark patch where something touches what it stands on. */
export function contactShadow(x: number, y: number, half_width: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${half_width}" ry="${half_width * 0.24}" fill="url(#contact)"/>`
}

function softShadow({ x, y, half_width }: Place): string {
  return `<ellipse cx="${x + 14}" cy="${y + 40}" rx="${half_width * 1.16}" ry="${half_width * 0.37}" fill="url(#shade)"/>`
}

function ellipse(x: number, y: number, half_width: number, paint: string): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${half_width}" ry="${half_width * flatness}" ${paint}/>`
}

function petals(x: number, y: number, half_width: number): string {
  const marks = Array.from({ length: 10 }, (_, index) => {
    const angle = (index / 10) * 2 * Math.PI
    return `<circle cx="${x + Math.cos(angle) * half_width}" cy="${y + Math.sin(angle) * half_width * flatness}" r="6"/>`
  })
  return `<g fill="#2f62a5" fill-opacity="0.35">${marks.join('')}</g>`
}
