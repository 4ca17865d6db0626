/**
 * The place that an address names: whole words, in any case and with any signs between. `Jibowu Hall, near East Gate`
 * means the hall: a landmark only counts where nothing else is named, then what is named first counts, and of two
 * names that begin together the longer one.
 */
export function placeNamedIn<Place extends { name: string; landmark: boolean }>(
  address: string,
  among: readonly Place[],
): Place | null {
  const words = ` ${plainName(address)} `
  const [best] = among
    .map((place) => ({ place, at: words.indexOf(` ${plainName(place.name)} `) }))
    .filter(({ at }) => at >= 0)
    .sort(
      (one, other) =>
        Number(one.place.landmark) - Number(other.place.landmark) ||
        one.at - other.at ||
        other.place.name.length - one.place.name.length,
    )
  return best?.place ?? null
}

/** As names are compared: without accents, capitals and signs. */
export const plainName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
