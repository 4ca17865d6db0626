import { control, DivIcon, FeatureGroup, LatLngBounds, Map as LeafletMap, Marker, Polyline } from 'leaflet'
import type { LaidPlan } from '../../../domain/places/campus-plan.ts'
import type { Place } from '../../ui/map-frame.ts'
import type { PlaceView, WayView } from './campus-view.server.ts'
import { boundsOf, type CornerName, drawTiles, planBeneath } from './draw-beneath.ts'
import type { Choice } from './use-chosen.ts'

type Drawing = {
  places: readonly PlaceView[]
  ways: readonly WayView[]
  centre: Place
  /** Where the chosen or the new place is, also while it is not saved. */
  pin: Place | null
  place_id: number | null
  way_id: number | null
  /** Lies beneath it all; while it is placed, it has corners to drag. */
  plan: LaidPlan | null
  is_placed: boolean
}

type Handlers = {
  choose(choice: Choice): void
  movePin(point: Place): void
  moveCorner(name: CornerName, point: Place): void
}

export type Drawn = { show(drawing: Drawing): void; remove(): void }

/** How near a tap has to be to a way, in pixels across. */
const TAP_WIDTH = 22
const NEAREST_ZOOM = 20
/** Two kilometres fit beside each other. */
const CAMPUS_ZOOM = 15

/** A map in `box`, drawn from our own data, above the tiles of `tile_address` where an admin named one. */
export function drawCampus(
  box: HTMLElement,
  tile_address: string | null,
  { choose, movePin, moveCorner }: Handlers,
): Drawn {
  const map = new LeafletMap(box, {
    attributionControl: false,
    zoomSnap: 0.1,
    maxZoom: NEAREST_ZOOM,
    // The page is scrolled with the wheel; the map has buttons, two fingers and a double tap.
    scrollWheelZoom: false,
    zoomControl: false,
  })
  control.zoom({ position: 'topright' }).addTo(map)
  control.scale({ imperial: false }).addTo(map)
  // To a screen reader the tables say the same, in an order.
  map.getPane('mapPane')?.setAttribute('aria-hidden', 'true')
  if (tile_address) drawTiles(map, tile_address)
  const beneath = planBeneath(map)
  const lines = new FeatureGroup().addTo(map)
  const spots = new FeatureGroup().addTo(map)
  let names: Name[] = []

  map.on('click', ({ latlng }) => {
    // Who places the plan taps beside its corners too.
    if (!latest?.is_placed) choose({ new: 'place', ...rounded(latlng) })
  })
  map.on('moveend', () => showNames(map, names))

  // News may come in while somebody has a finger on the map: what is held is not drawn anew beneath it.
  let latest: Drawing | null = null
  /** The picture that is being placed. */
  let placing: string | undefined
  let [is_held, is_dragged, is_late] = [false, false, false]
  const left = new AbortController()
  const hold = () => {
    is_held = true
  }
  const release = () => {
    is_held = false
    // After the map itself has heard of it.
    setTimeout(() => {
      if (!is_late || is_held || is_dragged || !latest || left.signal.aborted) return
      is_late = false
      draw(latest)
    })
  }
  box.addEventListener('pointerdown', hold, left)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, left)
  const follow = (marker: Marker, move: (point: Place) => void) => {
    marker.on('dragstart', () => {
      is_dragged = true
    })
    marker.on('dragend', () => {
      is_dragged = false
      move(rounded(marker.getLatLng()))
      release()
    })
  }

  const draw = ({ places, ways, pin, place_id, way_id, plan, is_placed }: Drawing) => {
    lines.clearLayers()
    spots.clearLayers()
    names = []
    beneath.show(plan)
    const at = (place: Place, id: number) => (id === place_id && pin ? pin : place)
    for (const way of ways) {
      const ends = [at(way.from, way.from.id), at(way.to, way.to.id)].map(corner)
      const look = [
        'campus-way',
        ...(way.ride_minutes === null ? [] : ['ridable']),
        ...(way.is_open ? [] : ['shut']),
        ...(way.id === way_id ? ['chosen'] : []),
      ]
      new Polyline(ends, { className: look.join(' '), interactive: false }).addTo(lines)
      new Polyline(ends, { className: 'campus-way-tap', weight: TAP_WIDTH, bubblingMouseEvents: false })
        .on('click', () => choose({ way: way.id }))
        .addTo(lines)
    }
    for (const place of places) {
      const is_chosen = place.id === place_id
      const { icon, name } = iconOf(place, is_chosen)
      const marker = new Marker(corner(at(place, place.id)), {
        icon,
        keyboard: false,
        draggable: is_chosen,
        title: place.name,
        zIndexOffset: is_chosen ? 1000 : 0,
      })
      marker.on('click', () => choose({ place: place.id }))
      if (is_chosen) follow(marker, movePin)
      marker.addTo(spots)
      names.push({ name, point: at(place, place.id), weight: is_chosen ? 2 : place.landmark ? 1 : 0 })
    }
    if (pin && place_id === null) {
      const { icon } = iconOf({ kind: 'new', name: '', is_closed: false }, true)
      const marker = new Marker(corner(pin), { icon, keyboard: false, draggable: true, zIndexOffset: 1000 })
      follow(marker, movePin)
      marker.addTo(spots)
    }
    for (const { name, marker } of plan && is_placed ? beneath.corners(plan) : []) {
      follow(marker, (point) => moveCorner(name, point))
      marker.addTo(spots)
    }
    showNames(map, names)
  }

  return {
    show(drawing) {
      if (!latest) look(map, drawing)
      // Its corners have to be in sight to be dragged.
      if (drawing.plan && drawing.is_placed && drawing.plan.picture !== placing) {
        map.fitBounds(boundsOf(drawing.plan), { padding: [28, 28] })
      }
      placing = drawing.is_placed ? drawing.plan?.picture : undefined
      latest = drawing
      is_late = is_held || is_dragged
      if (!is_late) draw(drawing)
    },
    remove() {
      left.abort()
      map.remove()
    },
  }
}

/** The whole campus at first; what is moved later leaves the map where it is. */
function look(map: LeafletMap, { places, pin, centre }: Drawing): void {
  const corners = [...places, ...(pin ? [pin] : [])].map(corner)
  if (corners.length < 2) map.setView(corner(pin ?? places[0] ?? centre), CAMPUS_ZOOM)
  else map.fitBounds(new LatLngBounds(corners), { padding: [28, 28], maxZoom: 18 })
}

type Name = { name: HTMLElement; point: Place; weight: number }

/** A dot with the place's name beside it. */
function iconOf(place: Pick<PlaceView, 'name' | 'is_closed'> & { kind: string }, is_chosen: boolean) {
  const html = document.createElement('div')
  const dot = html.appendChild(document.createElement('span'))
  dot.className = [
    'campus-dot',
    place.kind,
    ...(is_chosen ? ['chosen'] : []),
    ...(place.is_closed ? ['shut'] : []),
  ].join(' ')
  const name = html.appendChild(document.createElement('span'))
  name.className = 'campus-name'
  name.textContent = place.name
  return { icon: new DivIcon({ html, className: 'campus-spot', iconSize: [44, 44] }), name }
}

type Box = { left: number; right: number; y: number }

const apart = (one: Box, other: Box) =>
  one.left > other.right || one.right < other.left || Math.abs(one.y - other.y) > 17

/**
 * Shows the names that have room beside their dot, right or left, without covering another: the chosen place's in any
 * case, then those of landmarks.
 */
function showNames(map: LeafletMap, names: readonly Name[]): void {
  const edge = map.getSize().x
  const spots = names.map((name) => ({ ...name, at: map.latLngToContainerPoint(corner(name.point)) }))
  const taken: Box[] = spots.map(({ at: { x, y } }) => ({ left: x - 8, right: x + 8, y }))
  for (const { name, weight, at } of spots.toSorted((one, other) => other.weight - one.weight)) {
    const width = 14 + (name.textContent ?? '').length * 8
    const right: Box = { left: at.x + 9, right: at.x + width, y: at.y }
    const left: Box = { left: at.x - width, right: at.x - 9, y: at.y }
    const fits = [...(right.right < edge ? [right] : []), ...(left.left > 0 ? [left] : [])]
    const free = fits.find((box) => taken.every((other) => apart(box, other))) ?? (weight === 2 ? fits[0] : undefined)
    name.hidden = !free
    name.classList.toggle('left', free === left)
    if (free) taken.push(free)
  }
}

const corner = ({ latitude, longitude }: Place): [number, number] => [latitude, longitude]
const rounded = ({ lat, lng }: { lat: number; lng: number }): Place => ({
  latitude: Math.round(lat * 1e5) / 1e5,
  longitude: Math.round(lng * 1e5) / 1e5,
})
