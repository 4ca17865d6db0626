import { DAY_MS } from '../../clock.ts'
import { fineName, hourBand, type Load, orderSize, type SpeedName, type SpeedPart, type Speeds } from './speeds.ts'
import { learned, type Spread, type Weighted } from './spread.ts'
import { usualSpeed } from './usual-speeds.ts'

/** What was recorded of one order, beside what was estimated when it was promised. */
export type SpeedSample = {
  vendor_id: string
  /** When it was paid, or was to be begun if that is later. */
  begun_at: Date
  /** When it was accepted; null if the vendor only marked it as ready, or was to begin later than that. */
  accepted_at: Date | null
  /** By when the vendor then said, without the more time that it asked for later; null if it said nothing. */
  ready_by: Date | null
  /** Null if nobody marked it as ready. */
  ready_at: Date | null
  picked_up_at: Date | null
  delivered_at: Date
  portions: number
  /** The minutes that were estimated: the vendor's, the rider's to be there, and those of the way. */
  said_minutes: number
  rider_minutes: number
  quoted_ride_minutes: number
  /** The way again, with the vehicle of the rider who rode it; null when nobody knows. */
  ride_minutes: number | null
  /** Null where it is not known: what its rider was waited for then tells nothing. */
  load: Load | null
}

/** What counts half as much as what was recorded today. */
const HALF_LIFE_DAYS = 10
/** A belief counts like this many orders: of the vendor's word, and of the vendor for one of its hours and sizes. */
const WORD_ORDERS = 6
const VENDOR_ORDERS = 4
/** A step that nobody marked in time tells nothing of how long it took: more than this is cut. */
const MOST_TIMES = 6
const MOST_MINUTES = 180

type Measured = Weighted & { part: SpeedPart; fine: SpeedName; load: Load }

/**
 * What was learned until `now` of every vendor in `vendor_ids`, out of the orders that were delivered. Each is believed
 * first to be as good as its word, with riders as the whole campus has them, and then measured: the more orders, and
 * the newer, the less the belief counts. The same again for hours and sizes, where the vendor as a whole is the belief.
 */
export function learnSpeeds(
  vendor_ids: readonly string[],
  samples: readonly SpeedSample[],
  now: Date,
): Map<string, Speeds> {
  const by_vendor = new Map<string, Measured[]>()
  for (const sample of samples) {
    const own = by_vendor.get(sample.vendor_id) ?? []
    own.push(...measuredIn(sample, now))
    by_vendor.set(sample.vendor_id, own)
  }
  const riders = speedsOf(
    [...by_vendor.values()].flat().filter(({ part }) => !of_vendor.includes(part)),
    {},
  )
  return new Map(vendor_ids.map((vendor_id) => [vendor_id, speedsOf(by_vendor.get(vendor_id) ?? [], riders)]))
}

/** What depends on the vendor alone. */
const of_vendor: readonly SpeedPart[] = ['acceptance', 'preparation', 'word']

function measuredIn(sample: SpeedSample, now: Date): Measured[] {
  const { begun_at, accepted_at, ready_by, ready_at, picked_up_at, delivered_at } = sample
  const load = sample.load ?? 'free'
  const when = { band: hourBand(begun_at), size: orderSize(sample.portions), load }
  const weight = 0.5 ** (Math.max(now.getTime() - delivered_at.getTime(), 0) / (HALF_LIFE_DAYS * DAY_MS))
  const found: Measured[] = []
  const add = (part: SpeedPart, value: number) => found.push({ part, fine: fineName(part, when), load, value, weight })
  const share = (minutes: number, estimated: number) => Math.min(minutes / estimated, MOST_TIMES)

  if (accepted_at) add('acceptance', Math.min(minutesBetween(begun_at, accepted_at), MOST_MINUTES))
  if (ready_at) {
    add('preparation', share(minutesBetween(accepted_at ?? begun_at, ready_at), sample.said_minutes))
    const word_minutes = ready_by ? minutesBetween(begun_at, ready_by) : 0
    if (word_minutes > 0) add('word', share(minutesBetween(begun_at, ready_at), word_minutes))
  }
  if (!picked_up_at) return found
  if (ready_at && sample.load) {
    const rider_by = new Date(begun_at.getTime() + sample.rider_minutes * 60_000)
    const both_there = ready_at > rider_by ? ready_at : rider_by
    const minutes = (picked_up_at.getTime() - both_there.getTime()) / 60_000
    add('collection', Math.max(Math.min(minutes, MOST_MINUTES), -MOST_MINUTES))
  }
  const rode_minutes = minutesBetween(picked_up_at, delivered_at)
  add('quoted_ride', share(rode_minutes, sample.quoted_ride_minutes))
  if (sample.ride_minutes !== null) add('ride', share(rode_minutes, sample.ride_minutes))
  return found
}

/**
 * The parts that were measured, each as a whole and by hour, size and load; `belief` where there is one, else usual.
 */
function speedsOf(measured: readonly Measured[], belief: Speeds): Speeds {
  const speeds: Partial<Record<SpeedName, Spread>> = { ...belief }
  for (const [part, all] of Map.groupBy(measured, (one) => one.part)) {
    // It differs too much with the number of riders to be known as one.
    if (part === 'collection') continue
    speeds[part] = learned(belief[part] ?? usualSpeed(part, 'free'), WORD_ORDERS, all)
  }
  for (const [fine, all] of Map.groupBy(measured, (one) => one.fine)) {
    const [first] = all
    if (!first || fine === first.part) continue
    const { part, load } = first
    speeds[fine] = learned(belief[fine] ?? speeds[part] ?? usualSpeed(part, load), VENDOR_ORDERS, all)
  }
  return speeds
}

const minutesBetween = (from: Date, until: Date) => Math.max((until.getTime() - from.getTime()) / 60_000, 0)
