import type { Db } from '../../../db/handle.ts'
import { kitchenPoints } from '../../../domain/catalog/lists/kitchen-points.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { wholeCampus } from '../../../domain/places/admin-campus.ts'
import { campusCheck, type KitchenPoint, timesToCheck } from '../../../domain/places/campus-check.ts'
import { isOpenAt } from '../../../domain/places/campus-graph.ts'
import { CAMPUS_PLAN } from '../../../domain/places/campus-plan.ts'
import { CAMPUS_TILES, tileOrigin } from '../../../domain/places/campus-tiles.ts'
import { place_kinds } from '../../../domain/places/kinds.ts'
import { type PlaceRow, placeValues, placeVersion } from '../../../domain/places/place-form.ts'
import type { Campus } from '../../../domain/places/read-campus.ts'
import { type WayRow, wayVersion } from '../../../domain/places/save-way.ts'
import { DELIVERY_SETTINGS, ORDER_RULES } from '../../../domain/settings/definitions.ts'
import { readSetting, savedSetting } from '../../../domain/settings/read-setting.ts'
import { openedIn } from '../../ui/lists/opened-row.server.ts'

export type CampusView = Awaited<ReturnType<typeof campusView>>
export type PlaceView = CampusView['places'][number]
export type WayView = CampusView['ways'][number]

const NOON = '12:00'

/** What the page of the campus shows, as its address asks: `?at=22:00`, and what is chosen. */
export async function campusView({ db, now }: { db: Db; now: Date }, query: URLSearchParams) {
  const [campus, kitchens, delivery, { reach_minutes }, plan, tiles] = await Promise.all([
    wholeCampus(db),
    kitchenPoints(db),
    readSetting(db, DELIVERY_SETTINGS),
    readSetting(db, ORDER_RULES),
    savedSetting(db, CAMPUS_PLAN),
    readSetting(db, CAMPUS_TILES),
  ])
  const asked = query.get('at') ?? ''
  const at = /^([01]\d|2[0-3]):[0-5]\d$/.test(asked) ? asked : formatCampusTime(now)
  const places = campus.places.map(viewOf)
  const place_of = new Map(places.map((place) => [place.id, place]))
  const wayOf = (way: WayRow) => {
    const [from, to] = [place_of.get(way.from_place_id), place_of.get(way.to_place_id)]
    if (!from || !to) return []
    const { id, walk_minutes, ride_minutes, closed_from, closed_until } = way
    const shown = { id, from, to, walk_minutes, ride_minutes, closed_from, closed_until }
    const state = { is_open: isOpenAt(way, at), is_closed: way.closed_at !== null, is_retired: way.retired_at !== null }
    return [{ ...shown, ...state, name: `${from.name} – ${to.name}`, version: wayVersion(way) }]
  }
  return {
    at,
    asked_at: at === asked,
    places,
    retired: campus.retired.map(viewOf),
    ways: campus.ways.flatMap(wayOf),
    retired_ways: campus.retired_ways.flatMap(wayOf),
    kinds: Object.entries(place_kinds).map(([kind, name]) => ({ kind, name })),
    centre: delivery.campus,
    plan: { laid: plan.value.picture === null ? null : plan.value, version: plan.version },
    tiles: tilesOf(tiles),
    has_kitchens: kitchens.length > 0,
    checks: timesToCheck(campus, NOON).map((time) => checkInNames(campus, kitchens, { time, reach_minutes })),
    chosen: chosenIn(query),
  }
}

function tilesOf({ tile_address, tile_attribution }: (typeof CAMPUS_TILES)['default']) {
  const origin = tileOrigin(tile_address)
  return origin === null ? null : { address: tile_address, attribution: tile_attribution, origin }
}

/** What the address has chosen: a place, a way, something new, or the plan beneath. */
function chosenIn(query: URLSearchParams) {
  const adding = query.get('new')
  const [latitude, longitude] = [Number(query.get('latitude') || NaN), Number(query.get('longitude') || NaN)]
  const is_on_earth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return {
    place_id: openedIn(query, 'place'),
    way_id: openedIn(query, 'way'),
    plan: query.get('show') === 'plan',
    adding: adding === 'place' || adding === 'way' ? adding : null,
    point: is_on_earth ? { latitude, longitude } : null,
  }
}

function viewOf(place: PlaceRow) {
  return {
    id: place.id,
    ...placeValues(place),
    kind_name: place_kinds[place.kind],
    is_closed: place.closed_at !== null,
    is_retired: place.retired_at !== null,
    version: placeVersion(place),
  }
}

function checkInNames(campus: Campus, kitchens: readonly KitchenPoint[], at: { time: string; reach_minutes: number }) {
  const { unreached, beyond, stranded, unplaced, pieces } = campusCheck(campus, kitchens, at)
  const named = (all: readonly { id: number; name: string }[]) => all.map(({ id, name }) => ({ id, name }))
  return {
    ...at,
    unreached: named(unreached),
    beyond: beyond.map(({ kitchen, places }) => ({
      kitchen: kitchen.name,
      places: places.map(({ place: { id, name }, minutes }) => ({
        ...{ id, name },
        about: minutes === null ? 'no way' : `${Math.ceil(minutes)} min`,
      })),
    })),
    stranded: stranded.map(({ name }) => name),
    unplaced: unplaced.map(({ name }) => name),
    pieces: pieces.map(named),
  }
}
