import { useEffect, useState } from 'react'
import type { CampusMapData } from '../../ui/map/campus-map-data.ts'
import { mapFrame, namesWithRoom } from '../../ui/map/map-frame.ts'
import type { OfferView } from './desk-view.server.ts'

/** As high as the card's room for it is beside its width on a phone, so that names are not drawn smaller. */
const MOST_HEIGHT = 244

/**
 * The way of an offer on the campus: from the rider to the kitchens and on to where the customers live, as their areas.
 * Drawn by us, because tiles would tell a maps service where somebody rides; the words beside it say the same.
 */
export function OfferMap({ route }: { route: OfferView['route'] }) {
  const ways = useCampusWays()
  const frame = mapFrame(route, MOST_HEIGHT)
  const spots = route.map((stop) => ({ ...stop, at: frame.toPicture(stop) }))
  const line = spots.map(({ at }, place) => `${place === 0 ? 'M' : 'L'}${at.x} ${at.y}`).join('')
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      className="mt-3 h-48 w-full rounded-control border border-line bg-sunken"
      aria-hidden="true"
    >
      {ways.map(([from, to]) => {
        const [start, end] = [frame.toPicture(from), frame.toPicture(to)]
        const way = `M${start.x} ${start.y}L${end.x} ${end.y}`
        return <path key={way} d={way} className="stroke-edge" strokeWidth={2} strokeLinecap="round" />
      })}
      <path d={line} className="fill-none stroke-jollof" strokeWidth={4} strokeDasharray="8 6" strokeLinecap="round" />
      {spots.map(({ kind, name, at: { x, y } }) => (
        <Spot key={`${kind} ${name} ${x} ${y}`} kind={kind} x={x} y={y} />
      ))}
      {namesWithRoom(spots, frame.width).map(({ name, at: { x, y }, anchor }) => (
        <text key={`${name} ${x} ${y}`} x={x} y={y} textAnchor={anchor} className="fill-ink text-[15px] font-semibold">
          {name}
        </text>
      ))}
    </svg>
  )
}

function Spot({ kind, x, y }: { kind: OfferView['route'][number]['kind']; x: number; y: number }) {
  if (kind === 'kitchen')
    return <rect x={x - 6} y={y - 6} width={12} height={12} className="fill-plantain stroke-ink" />
  if (kind === 'rider') return <path d={`M${x} ${y - 8}l7 14h-14z`} className="fill-link stroke-surface" />
  return <circle cx={x} cy={y} r={6} className="fill-good stroke-surface" />
}

/** The campus's ways, once they are there; an offer waits for nothing. */
function useCampusWays(): CampusMapData['ways'] {
  const [ways, setWays] = useState<CampusMapData['ways']>([])
  useEffect(() => {
    let is_shown = true
    const load = async () => {
      try {
        const answer = await fetch('/places/map' satisfies Address)
        const map = (await answer.json()) as CampusMapData
        if (is_shown && answer.ok) setWays(map.ways)
      } catch {
        // Without a network the way is drawn alone.
      }
    }
    void load()
    return () => {
      is_shown = false
    }
  }, [])
  return ways
}
