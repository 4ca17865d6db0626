import { plainName } from '../../../domain/places/place-named-in.ts'

const MOST_FOUND = 8

/**
 * The places whose name goes on from what was typed last, those that begin with it first: `Room 12, jad` brings up
 * Jadesola Hall. From two letters on; `before` is what was typed before them. A name that stands there whole brings up
 * nothing more.
 */
export function placesFor(typed: string, names: readonly string[]): { found: string[]; before: string } {
  for (const { index } of typed.matchAll(/[\p{L}\p{N}][^\s,]*/gu)) {
    const words = plainName(typed.slice(index))
    if (words.length < 2) continue
    const places = names.map((name) => ({ name, at: ` ${plainName(name)}`.indexOf(` ${words}`) }))
    const found = places.filter(({ at }) => at >= 0).sort((one, other) => Number(one.at > 0) - Number(other.at > 0))
    if (found.some(({ name }) => plainName(name) === words)) break
    if (found.length > 0) {
      return { found: found.slice(0, MOST_FOUND).map(({ name }) => name), before: typed.slice(0, index) }
    }
  }
  return { found: [], before: typed }
}
