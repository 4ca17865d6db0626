import { z } from 'zod'
import { figures } from '../settings/figures.ts'

const PLACEHOLDERS = ['{z}', '{x}', '{y}'] as const

/** The server that an address of tiles asks, as the Content-Security-Policy names it; null for what is none. */
export function tileOrigin(address: string): string | null {
  const filled = PLACEHOLDERS.reduce((text, placeholder) => text.replaceAll(placeholder, '0'), address)
  const url = /[{}\s]/.test(filled) ? null : URL.parse(filled)
  // A host of other characters could add words to the policy.
  const is_plain = url?.protocol === 'https:' && !url.username && !url.password && /^[a-z0-9.-]+$/.test(url.hostname)
  return url && is_plain && !/[{}]/.test(address.split('/')[2] ?? '') ? url.origin : null
}

/** Streets beneath the admins' map, from a server outside. Without an address nobody outside is asked for anything. */
export const CAMPUS_TILES = figures({
  key: 'campus_tiles',
  heading: 'Streets beneath the campus',
  what:
    'Tiles of a map server beneath the map on which admins draw the campus. That server then learns where admins ' +
    'look; customers’ pages never ask it. Without an address nothing is asked of anybody.',
  button: 'Save tiles',
  saved: 'Tiles saved',
  form: z
    .object({
      tile_address: z
        .string()
        .trim()
        .max(300, 'Please use at most 300 characters.')
        .refine(
          (address) =>
            address === '' || (tileOrigin(address) !== null && PLACEHOLDERS.every((part) => address.includes(part))),
          'Please write an https address with {z}, {x} and {y}, like https://tiles.example.org/{z}/{x}/{y}.png.',
        )
        .meta({ title: 'Address of the tiles', description: 'With {z}, {x} and {y}. Empty: none.' }),
      tile_attribution: z
        .string()
        .trim()
        .max(120, 'Please use at most 120 characters.')
        .meta({ title: 'Whose map it is', description: 'Stands below the map, like © OpenStreetMap contributors.' }),
    })
    .refine(({ tile_address, tile_attribution }) => tile_address === '' || tile_attribution !== '', {
      path: ['tile_attribution'],
      error: 'Map servers ask to be named. Please say whose map it is.',
    }),
  default: { tile_address: '', tile_attribution: '' },
})
