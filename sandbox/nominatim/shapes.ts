import { displayName, type Place, places } from './places.ts'

const licence = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright'
const half_box_degrees = 0.0005

/** One result; `json` calls the main tag's key `class`, `jsonv2` calls it `category`. */
export function placeShape(p: Place, format: string, with_address: boolean) {
  const [category, type] = p.tag
  const osm_id = 4_700_000_000 + places.indexOf(p)
  return {
    place_id: 240_000_000 + places.indexOf(p),
    licence,
    osm_type: 'node',
    osm_id,
    lat: String(p.lat),
    lon: String(p.lon),
    ...(format === 'json' ? { class: category } : { category }),
    type,
    place_rank: 30,
    importance: 0.0000753,
    addresstype: category,
    name: p.name,
    display_name: displayName(p),
    ...(with_address ? { address: addressOf(p) } : {}),
    boundingbox: [
      p.lat - half_box_degrees,
      p.lat + half_box_degrees,
      p.lon - half_box_degrees,
      p.lon + half_box_degrees,
    ].map((degrees) => degrees.toFixed(7)),
  }
}

const addressOf = (p: Place) => ({
  [p.tag[0]]: p.name,
  road: p.road,
  suburb: p.suburb,
  city: p.city,
  county: p.county,
  state: p.state,
  postcode: p.postcode,
  country: 'Nigeria',
  country_code: 'ng',
})
