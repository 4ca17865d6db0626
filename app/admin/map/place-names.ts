import { DivIcon, LatLngBounds, type Map as LeafletMap } from 'leaflet'
import type { Place } from '../../ui/map/map-frame.ts'

/** Two kilometres fit beside each other. */
const CAMPUS_ZOOM = 15

/** What a map calls a place, and how much that matters: 2 is shown in any case, 1 before 0. */
export type Name = { name: HTMLElement; point: Place; weight: number }

/** A dot with the place's name beside it; `looks` are its further classes. */
export function placeIcon({ kind, name: text }: { kind: string; name: string }, looks: readonly string[] = []) {
  const html = document.createElement('div')
  const dot = html.appendChild(document.createElement('span'))
  dot.className = ['campus-dot', kind, ...looks].join(' ')
  const name = html.appendChild(document.createElement('span'))
  name.className = 'campus-name'
  name.textContent = text
  return { icon: new DivIcon({ html, className: 'campus-spot', iconSize: [44, 44] }), name }
}

type Box = { left: number; right: number; y: number }

const apart = (one: Box, other: Box) =>
  one.left > other.right || one.right < other.left || Math.abs(one.y - other.y) > 17

/**
 * Shows the names that have room beside their dot, right or left, without covering another: the chosen place's in any
 * case, then those of landmarks.
 */
export function showNames(map: LeafletMap, names: readonly Name[]): void {
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

/** All of it in sight; of a single point its surroundings, of nothing those of the `centre`. */
export function lookAt(map: LeafletMap, places: readonly Place[], centre: Place): void {
  const corners = places.map(corner)
  if (corners.length < 2) map.setView(corners[0] ?? corner(centre), CAMPUS_ZOOM)
  else map.fitBounds(new LatLngBounds(corners), { padding: [28, 28], maxZoom: 18 })
}

/** A point as the map's library writes it. */
export const corner = ({ latitude, longitude }: Place): [number, number] => [latitude, longitude]
