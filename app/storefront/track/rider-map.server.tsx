import { renderToStaticMarkup } from 'react-dom/server'
import type { TrackedOrder } from '../../../domain/checkout/track/tracked-orders.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { metres_per_minute } from '../../../domain/places/campus-graph.ts'
import { distanceKm } from '../../../domain/places/distance.ts'
import { type Campus, takesDeliveries } from '../../../domain/places/read-campus.ts'
import { buttonClass } from '../../ui/button.tsx'
import { mapFrame, namesWithRoom, nearestTo } from '../../ui/map/map-frame.ts'

/** What is older says nothing about where somebody is who rides. */
const FRESH_MS = 5 * 60_000
/** How much longer a way is than the straight line. */
const DETOUR = 1.5

/**
 * Where the rider is while the food is on its way, roughly: in words and on a map of the campus, once somebody asked
 * (`campus`); until then the link that asks. It is drawn here, so no script has to carry it. Empty before and after,
 * and where nobody knows. The page that shows it has an address of its own, which no phone keeps.
 */
export function whereRiderIs(order: TrackedOrder, campus: Campus | null, now: Date): string {
  const { rider, rider_at, incident, track_token, id } = order
  // What comes back, or waits for another rider, comes nearer to nobody.
  if (!rider || !rider_at || incident?.way_out) return ''
  const who = rider.first_name
  if (!campus) {
    const to = `/track/${track_token}?map=1#rider-${id}` satisfies Address
    return renderToStaticMarkup(
      <a className={buttonClass('quiet', 'mt-3')} href={to}>
        Where is {who} now?
      </a>,
    )
  }
  return renderToStaticMarkup(
    <section id={`rider-${id}`} aria-label={`Where ${who} is`} className="mt-5">
      {isFresh(rider_at, now) ? (
        <>
          <p>{whereInWords(who, rider_at, campus)}</p>
          <RiderMap who={who} at={rider_at} campus={campus} />
          <p className="mt-1 text-sm text-ink-soft">To about 100 m, and only until you have your food.</p>
        </>
      ) : (
        <p>{who}’s phone has not said for a while where it is. The time above is what we expect.</p>
      )}
    </section>,
  )
}

type At = NonNullable<TrackedOrder['rider_at']>

/** Whether what the rider's phone said last still says where they are. */
export const isFresh = ({ located_at }: At, now: Date): boolean => now.getTime() - located_at.getTime() < FRESH_MS

/** With its time, so that it stays true on a page that nothing reaches any more. */
function whereInWords(who: string, { point, drop, located_at }: At, campus: Campus): string {
  const near = nearestTo(point, campus.places.filter(takesDeliveries))
  // Not by the ways of the campus, which lead over their places only: two who are close would be far apart.
  const metres = drop && distanceKm(point, drop) * 1000 * DETOUR
  const minutes = metres === null ? null : Math.max(1, Math.ceil(metres / metres_per_minute.ride))
  const where = `${near ? `near ${near.name}` : 'on the campus'} at ${formatCampusTime(located_at)}`
  return minutes === null
    ? `${who} was ${where}.`
    : `${who} was ${where}, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} away.`
}

function RiderMap({ who, at: { point, drop }, campus }: { who: string; at: At; campus: Campus }) {
  const known = campus.places.filter(({ landmark }) => landmark)
  const frame = mapFrame([...known, point, ...(drop ? [drop] : [])])
  const spots = known.map((place) => ({ name: place.name, at: frame.toPicture(place) }))
  const spot_of = new Map(campus.places.map((place) => [place.id, frame.toPicture(place)]))
  const ways = campus.ways.flatMap(({ from_place_id, to_place_id }) => {
    const [from, to] = [spot_of.get(from_place_id), spot_of.get(to_place_id)]
    return from && to ? [`M${from.x} ${from.y}L${to.x} ${to.y}`] : []
  })
  const [rider, door] = [frame.toPicture(point), drop && frame.toPicture(drop)]
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      className="mt-2 w-full max-w-md rounded-control border border-line bg-sunken"
      role="img"
      aria-label={`Map of the campus with ${who}${door ? ' and where the food goes' : ''}`}
    >
      <path d={ways.join('')} className="stroke-edge" strokeWidth={3} strokeLinecap="round" />
      {spots.map(({ name, at: { x, y } }) => (
        <circle key={name} cx={x} cy={y} r={5} className="fill-plantain stroke-ink" />
      ))}
      {namesWithRoom(spots, frame.width).map(({ name, at: { x, y }, anchor }) => (
        <text key={name} x={x} y={y} textAnchor={anchor} className="fill-ink text-[14px] font-semibold">
          {name}
        </text>
      ))}
      {door && (
        <path
          d={`M${door.x} ${door.y} c-4 -8 -10 -12 -10 -19 a10 10 0 0 1 20 0 c0 7 -6 11 -10 19 z`}
          className="fill-jollof stroke-white"
        />
      )}
      <circle cx={rider.x} cy={rider.y} r={9} className="fill-brand stroke-white" strokeWidth={3} />
    </svg>
  )
}
