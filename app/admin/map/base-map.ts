import { control, Map as LeafletMap } from 'leaflet'
import { drawTiles } from './draw-beneath.ts'

const NEAREST_ZOOM = 20

/** A map in `box` without anything on it but the tiles of `tile_address`, where an admin named one. */
export function baseMap(box: HTMLElement, tile_address: string | null): LeafletMap {
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
  // To a screen reader the tables and lists say the same, in an order.
  map.getPane('mapPane')?.setAttribute('aria-hidden', 'true')
  const watched = new ResizeObserver(() => map.invalidateSize())
  watched.observe(box)
  map.on('unload', () => watched.disconnect())
  if (tile_address) drawTiles(map, tile_address)
  return map
}
