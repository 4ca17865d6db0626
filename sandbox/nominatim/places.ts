export type Place = {
  name: string
  road: string
  suburb: string
  city: string
  county: string
  state: string
  postcode: string
  lat: number
  lon: number
  /** Nominatim's main tag: category and type. */
  tag: readonly [string, string]
}

const campus = { city: 'Akure', county: 'Akure South', state: 'Ondo State', postcode: '340110' }
const town = { ...campus, postcode: '340102' }
const lagos = { city: 'Lagos', county: 'Lagos Island', state: 'Lagos State', postcode: '101223' }

/**
 * Points around the Federal University of Technology, Akure, from public survey lists and Wikipedia, and two in Lagos,
 * so that a search with the wrong city finds what the real service would find.
 */
export const places: Place[] = [
  place('FUTA North Gate', 'Akure-Ilesha Road', 'FUTA', 7.30667, 5.13956, 'gate'),
  place('FUTA South Gate', 'Obakekere Road', 'Obakekere', 7.29298, 5.14986, 'gate'),
  place('FUTA West Gate', 'Senior Staff Road', 'FUTA', 7.3042, 5.1272, 'gate'),
  place('FUTA Main Gate', 'University Road', 'FUTA', 7.3034, 5.132, 'gate'),
  place('Federal University of Technology Akure', 'University Road', 'FUTA', 7.3037, 5.1388, 'university'),
  place('New Senate Building', 'Senate Road', 'FUTA', 7.30201, 5.13933, 'university'),
  place('T. I. Francis Auditorium', 'Senate Road', 'FUTA', 7.30117, 5.13809, 'theatre'),
  place('FUTA Health Centre', 'Health Centre Road', 'FUTA', 7.29812, 5.14518, 'clinic'),
  place('Senior Staff Club', 'Senior Staff Road', 'FUTA', 7.30409, 5.12771, 'bar'),
  place('Aluta Market', 'North Gate Road', 'FUTA', 7.3056, 5.1379, 'marketplace'),
  place('Obakekere Lodge', 'Obakekere Road', 'Obakekere', 7.2899, 5.1491, 'hotel'),
  { ...place('Oja Oba', 'Oba Adesida Road', 'Isolo', 7.2526, 5.1931, 'marketplace'), ...town },
  { ...place('Alagbaka', 'Igbatoro Road', 'Alagbaka', 7.2535, 5.2105, 'townhall'), ...town },
  { ...place('Ijapo Estate', 'Ijapo Road', 'Ijapo', 7.2719, 5.2093, 'townhall'), ...town },
  { ...place('Broad Street', 'Broad Street', 'Lagos Island', 6.45407, 3.39467, 'marketplace'), ...lagos },
  { ...place('University Road', 'University Road', 'Akoka', 6.5173, 3.3876, 'university'), ...lagos },
]

function place(name: string, road: string, suburb: string, lat: number, lon: number, type: string): Place {
  const category = type === 'gate' ? 'barrier' : type === 'hotel' ? 'tourism' : 'amenity'
  return { name, road, suburb, ...campus, lat, lon, tag: [category, type] }
}

const nigeria = { south: 4.2, north: 13.9, west: 2.66, east: 14.7 }

export const isInNigeria = (lat: number, lon: number): boolean =>
  lat > nigeria.south && lat < nigeria.north && lon > nigeria.west && lon < nigeria.east

/** The place closest to a point; the area is small enough for a flat-earth comparison. */
export function nearestPlace(lat: number, lon: number): Place | undefined {
  const distance = (p: Place) => (p.lat - lat) ** 2 + (p.lon - lon) ** 2
  return places.reduce<Place | undefined>(
    (best, p) => (best === undefined || distance(p) < distance(best) ? p : best),
    undefined,
  )
}

const ignored_words = new Set(['nigeria', 'the', 'of', 'state'])

/** Nominatim must find every word of the query in a place; among those, the better name comes first. */
export function searchPlaces(query: string): Place[] {
  const words = wordsOf(query).filter((word) => !ignored_words.has(word))
  if (words.length === 0) return []
  const inName = (p: Place) => wordsOf(p.name).filter((word) => words.includes(word)).length
  return places
    .filter((p) => {
      const known = new Set(wordsOf(displayName(p)))
      return words.every((word) => known.has(word))
    })
    .sort((a, b) => inName(b) - inName(a))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

export const displayName = (p: Place): string =>
  [p.name, p.road, p.suburb, p.city, p.county, p.state, p.postcode, 'Nigeria']
    .filter((part, i, parts) => parts.indexOf(part) === i)
    .join(', ')
