import { FeatureGroup, Marker, Polyline } from 'leaflet'
import type { LaidPlan } from '../../../domain/places/campus-plan.ts'
import type { Place } from '../../ui/map/map-frame.ts'
import { baseMap } from '../map/base-map.ts'
import { boundsOf, type CornerName, planBeneath } from '../map/draw-beneath.ts'
import { heldDrawing, rounded } from '../map/held-drawing.ts'
import { corner, lookAt, type Name, placeIcon, showNames } from '../map/place-names.ts'
import type { Drawn } from '../use-drawn.ts'
import type { PlaceView, WayView } from './campus-view.server.ts'
import type { Choice } from './use-chosen.ts'

export type Drawing = {
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

/** How near a tap has to be to a way, in pixels across. */
const TAP_WIDTH = 22

/** A map in `box`, drawn from our own data, above the tiles of `tile_address` where an admin named one. */
export function drawCampus(
  box: HTMLElement,
  tile_address: string | null,
  { choose, movePin, moveCorner }: Handlers,
): Drawn<Drawing> {
  const map = baseMap(box, tile_address)
  const beneath = planBeneath(map)
  const lines = new FeatureGroup().addTo(map)
  const spots = new FeatureGroup().addTo(map)
  let names: Name[] = []
  /** The picture that is being placed. */
  let placing: string | undefined

  map.on('click', ({ latlng }) => {
    // Who places the plan taps beside its corners too.
    if (!held.latest()?.is_placed) choose({ new: 'place', ...rounded(latlng) })
  })
  map.on('moveend', () => showNames(map, names))

  const held = heldDrawing<Drawing>(({ places, ways, pin, place_id, way_id, plan, is_placed }: Drawing) => {
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
      const { icon, name } = placeIcon(place, [...(is_chosen ? ['chosen'] : []), ...(place.is_closed ? ['shut'] : [])])
      const marker = new Marker(corner(at(place, place.id)), {
        icon,
        keyboard: false,
        draggable: is_chosen,
        title: place.name,
        zIndexOffset: is_chosen ? 1000 : 0,
      })
      marker.on('click', () => choose({ place: place.id }))
      if (is_chosen) held.follow(marker, movePin)
      marker.addTo(spots)
      names.push({ name, point: at(place, place.id), weight: is_chosen ? 2 : place.landmark ? 1 : 0 })
    }
    if (pin && place_id === null) {
      const { icon } = placeIcon({ kind: 'new', name: '' }, ['chosen'])
      const marker = new Marker(corner(pin), { icon, keyboard: false, draggable: true, zIndexOffset: 1000 })
      held.follow(marker, movePin)
      marker.addTo(spots)
    }
    for (const { name, marker } of plan && is_placed ? beneath.corners(plan) : []) {
      held.follow(marker, (point) => moveCorner(name, point))
      marker.addTo(spots)
    }
    showNames(map, names)
  })

  return {
    show(drawing) {
      const { places, pin, centre, plan, is_placed } = drawing
      // The whole campus at first; what is moved later leaves the map where it is.
      if (!held.latest()) lookAt(map, [...places, ...(pin ? [pin] : [])], centre)
      // Its corners have to be in sight to be dragged.
      if (plan && is_placed && plan.picture !== placing) map.fitBounds(boundsOf(plan), { padding: [28, 28] })
      placing = is_placed ? plan?.picture : undefined
      held.show(drawing)
    },
    remove() {
      held.remove()
      map.remove()
    },
  }
}
