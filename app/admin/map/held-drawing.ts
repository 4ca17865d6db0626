import type { Marker } from 'leaflet'
import type { Place } from '../../ui/map/map-frame.ts'

/**
 * News may come in while somebody has a finger on the map, or carries something to it from beside it: nothing is drawn
 * anew beneath it, but once it is let go.
 */
export function heldDrawing<Drawing>(draw: (drawing: Drawing) => void) {
  let latest: Drawing | null = null
  let [is_held, is_dragged, is_late] = [false, false, false]
  const left = new AbortController()
  const hold = ({ button }: PointerEvent) => {
    if (button === 0) is_held = true
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
  // On the way down: what stands on the map may keep the map itself from hearing of it.
  addEventListener('pointerdown', hold, { capture: true, signal: left.signal })
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, left)
  return {
    latest: () => latest,
    show(drawing: Drawing): void {
      latest = drawing
      is_late = is_held || is_dragged
      if (!is_late) draw(drawing)
    },
    /** Tells where a marker was dragged to. */
    follow(marker: Marker, move: (point: Place) => void): void {
      marker.on('dragstart', () => {
        is_dragged = true
      })
      marker.on('dragend', () => {
        is_dragged = false
        move(rounded(marker.getLatLng()))
        release()
      })
    },
    remove: () => left.abort(),
  }
}

/** A point of the map as we keep it, to about a metre. */
export const rounded = ({ lat, lng }: { lat: number; lng: number }): Place => ({
  latitude: Math.round(lat * 1e5) / 1e5,
  longitude: Math.round(lng * 1e5) / 1e5,
})
