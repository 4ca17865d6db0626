import { DivIcon, FeatureGroup, type Map as LeafletMap, Marker, Polyline } from 'leaflet'
import type { LaidPlan } from '../../../domain/places/campus-plan.ts'
import type { Place } from '../../ui/map/map-frame.ts'
import { baseMap } from '../map/base-map.ts'
import { planBeneath } from '../map/draw-beneath.ts'
import { heldDrawing } from '../map/held-drawing.ts'
import { corner, lookAt, type Name, placeIcon, showNames } from '../map/place-names.ts'
import type { Drawn } from '../use-drawn.ts'
import type { BoardMap } from './board-map.server.ts'
import type { Given } from './carry-order.ts'

export type Drawing = BoardMap & {
  plan: LaidPlan | null
  /** Whether this admin may give orders to riders. */
  gives: boolean
}

type Choice = { order: number } | { kitchen: string } | { rider: string }

type Handlers = {
  choose(choice: Choice): void
  /** Somebody has put a finger on an order that can be given. */
  carry(event: PointerEvent, order: Given): void
}

type Order = BoardMap['orders'][number]

/** Between what is pressed and its edge, in pixels, when the map moves to show it. */
const ROOM = 60
/** What stands at one place stands beside each other, so many in a row; so near, in pixels, is one place. */
const IN_A_ROW = 3
const ONE_PLACE = 16

/**
 * The board as a map in `box`: kitchens, riders and orders over the campus, each order tied by lines to its
 * kitchen, its rider and its place. No server outside is asked for tiles: it would learn where customers are.
 */
export function drawBoard(box: HTMLElement, { choose, carry }: Handlers): Drawn<Drawing> {
  const map = baseMap(box, null)
  const beneath = planBeneath(map)
  const lines = new FeatureGroup().addTo(map)
  const spots = new FeatureGroup().addTo(map)
  let names: Name[] = []
  let in_sight: number | null = null
  map.on('moveend', () => showNames(map, names))
  map.on('zoomend', () => {
    const latest = held.latest()
    if (latest) held.show(latest)
  })

  const held = heldDrawing<Drawing>((drawing) => {
    lines.clearLayers()
    spots.clearLayers()
    beneath.show(drawing.plan)
    for (const { from, to, ridable } of drawing.ways) {
      draw([from, to], ridable ? 'campus-way ridable' : 'campus-way').addTo(lines)
    }
    names = drawing.places.map((place) => {
      const { icon, name } = placeIcon(place)
      new Marker(corner(place), { icon, keyboard: false, interactive: false }).addTo(spots)
      return { name, point: place, weight: place.landmark ? 1 : 0 }
    })
    showNames(map, names)
    const chosen = drawing.narrowed.order
    const before = counting(map)
    for (const order of drawing.orders) {
      for (const tie of tiesOf(order, order.order_id === chosen)) tie.addTo(lines)
    }
    const put = (at: Place, mark: Mark) => {
      const { html, marker } = markAt(at, mark)
      marker.addTo(spots)
      return html
    }
    for (const { id, name, at } of drawing.kitchens) {
      if (!at) continue
      const look = `board-mark kitchen ${id === drawing.narrowed.kitchen ? 'chosen' : ''}`
      const shift = { x: 0, y: before('kitchen', at) * 32 }
      put(at, { text: name, look, press: () => choose({ kitchen: id }), shift })
    }
    for (const { user_id, name, at, busy } of drawing.riders) {
      if (!at) continue
      const look = `board-mark rider ${busy ? 'busy' : ''} ${user_id === drawing.narrowed.rider ? 'chosen' : ''}`
      const shift = inRows(before('rider', at), { x: 84, y: -32 })
      const mark = put(at, { text: name.split(' ')[0] ?? name, look, press: () => choose({ rider: user_id }), shift })
      mark.dataset['rider'] = user_id
    }
    for (const order of drawing.orders) {
      const is_chosen = order.order_id === chosen
      const standing = order.at_kitchen ? 'at-kitchen' : !order.has_rider && 'waits'
      const look = ['board-mark order', order.late && 'late', standing, is_chosen && 'chosen']
      const mark = put(order.at, {
        text: `#${order.order_id}`,
        look: look.filter(Boolean).join(' '),
        press: () => choose({ order: order.order_id }),
        shift: inRows(before('order', order.at), { x: 54, y: 32 }),
        above: is_chosen,
      })
      const { order_id, delivery_id, seen_rider_id } = order
      if (drawing.gives && order.may_be_given && delivery_id !== null)
        mark.addEventListener('pointerdown', (event) => carry(event, { order_id, delivery_id, seen_rider_id }))
    }
  })

  return {
    show(drawing) {
      const is_first = !held.latest()
      if (is_first) lookAt(map, everywhere(drawing), drawing.centre)
      const chosen = drawing.orders.find(({ order_id }) => order_id === drawing.narrowed.order)
      // A map that has just come does not slide away beneath the first hand on it.
      if (chosen && chosen.order_id !== in_sight)
        map.panInside(corner(chosen.at), { padding: [ROOM, ROOM], animate: !is_first })
      in_sight = chosen?.order_id ?? null
      held.show(drawing)
    },
    remove() {
      held.remove()
      map.remove()
    },
  }
}

/** How many of a kind were asked about before at the same place, as it looks at this zoom. */
function counting(map: LeafletMap) {
  const counts = new Map<string, number>()
  return (kind: string, at: Place): number => {
    const { x, y } = map.project(corner(at)).divideBy(ONE_PLACE).round()
    const key = `${kind} ${x} ${y}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }
}

const draw = (ends: readonly Place[], className: string) =>
  new Polyline(ends.map(corner), { className, interactive: false })

/** From the kitchen to the place, and from the rider to where the rider goes next. */
function tiesOf({ at, kitchen, rider, next, late, has_rider }: Order, is_chosen: boolean): Polyline[] {
  const look = `board-tie ${late ? 'late' : ''} ${is_chosen ? 'chosen' : ''}`
  return [
    ...(kitchen ? [draw([kitchen, at], look)] : []),
    ...(rider && next ? [draw([rider, next], `${look} ${has_rider ? 'ridden' : 'asked'}`)] : []),
  ]
}

type Mark = { text: string; look: string; press(): void; shift: { x: number; y: number }; above?: boolean }

function markAt(at: Place, mark: Mark): { html: HTMLElement; marker: Marker } {
  const html = document.createElement('div')
  html.className = mark.look
  html.textContent = mark.text
  // The map would be moved by what is pressed or carried away from here.
  for (const kind of ['mousedown', 'touchstart', 'pointerdown', 'dblclick']) {
    html.addEventListener(kind, (event) => event.stopPropagation())
  }
  html.addEventListener('click', mark.press)
  const { x, y } = mark.shift
  const icon = new DivIcon({ html, className: 'board-spot', iconSize: [0, 0], iconAnchor: [-x, -y] })
  const zIndexOffset = mark.above ? 2000 : 1000
  return { html, marker: new Marker(corner(at), { icon, keyboard: false, interactive: false, zIndexOffset }) }
}

const inRows = (before: number, step: { x: number; y: number }) => ({
  x: (before % IN_A_ROW) * step.x,
  y: Math.floor(before / IN_A_ROW) * step.y,
})

const everywhere = ({ places, kitchens, riders, orders }: Drawing): Place[] => [
  ...places,
  ...[...kitchens, ...riders, ...orders].flatMap(({ at }) => at ?? []),
]
