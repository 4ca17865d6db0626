import { DivIcon, ImageOverlay, LatLngBounds, type Map as LeafletMap, Marker, TileLayer } from 'leaflet'
import type { LaidPlan, PlanCorners } from '../../../domain/places/campus-plan.ts'
import type { Place } from '../../ui/map/map-frame.ts'

export type CornerName = keyof PlanCorners
type Corner = { name: CornerName; marker: Marker }

/** Between the tiles and the ways. */
const PLAN_LAYER = '300'
/** What most servers have; beyond it their tiles are enlarged. */
const NEAREST_TILES_ZOOM = 19

/** Streets from the server that an admin named. */
export function drawTiles(map: LeafletMap, address: string): void {
  const maxZoom = map.getMaxZoom()
  new TileLayer(address, { className: 'campus-tiles', maxZoom, maxNativeZoom: NEAREST_TILES_ZOOM }).addTo(map)
}

/** The picture that lies beneath places and ways, as it was last shown. */
export function planBeneath(map: LeafletMap) {
  const pane = map.createPane('plan')
  pane.style.zIndex = PLAN_LAYER
  let picture = ''
  let overlay: ImageOverlay | null = null
  return {
    show(plan: LaidPlan | null): void {
      if (overlay && picture !== plan?.picture) {
        overlay.remove()
        overlay = null
      }
      if (!plan) return
      if (overlay) overlay.setBounds(boundsOf(plan))
      else
        overlay = new ImageOverlay(plan.picture, boundsOf(plan), { pane: 'plan', className: 'campus-plan' }).addTo(map)
      picture = plan.picture
    },
    /** The two corners to drag it by; the picture follows what is dragged. */
    corners(plan: LaidPlan): Corner[] {
      const corners = (['north_west', 'south_east'] as const).map((name) => {
        const icon = new DivIcon({ className: `campus-corner ${name}`, iconSize: [44, 44] })
        const at = pointOf(plan[name])
        return { name, marker: new Marker(at, { icon, keyboard: false, draggable: true, zIndexOffset: 1000 }) }
      })
      const follow = () => overlay?.setBounds(new LatLngBounds(corners.map(({ marker }) => marker.getLatLng())))
      for (const { marker } of corners) marker.on('drag', follow)
      return corners
    },
  }
}

export const boundsOf = ({ north_west, south_east }: PlanCorners) =>
  new LatLngBounds(pointOf(north_west), pointOf(south_east))

const pointOf = ({ latitude, longitude }: Place): [number, number] => [latitude, longitude]
