import { storedList } from '../cart/stored-list.ts'
import { useStored } from '../cart/use-stored.ts'

/** A place of the campus. */
export type KnownPlace = { id: number; name: string }

const { read, save } = storedList('deliverTo', placeOf, 1)

/** The place to which this phone last wanted its food; null where it never said. */
export const knownPlace = (): KnownPlace | null => read()[0] ?? null

/** The same for a screen; null before the page is awake too. */
export function useKnownPlace(): KnownPlace | null {
  return useStored(read, null)?.[0] ?? null
}

/** Keeps it on this phone, or forgets it. */
export function keepPlace(place: KnownPlace | null): void {
  const known = knownPlace()
  if (known?.id !== place?.id || known?.name !== place?.name) save(place ? [place] : [])
}

function placeOf(value: unknown): KnownPlace | null {
  const place = value as Partial<KnownPlace> | null
  return typeof place?.id === 'number' && typeof place.name === 'string' ? { id: place.id, name: place.name } : null
}
