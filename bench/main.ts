/**
 * `npm run bench`: measures the promises of speed on this machine and prints them as tables.
 *
 *   --only=bytes,pages,streams,steps,orders,floods,lists,dispatch,peak,calibration,taps,restore   some of the parts
 *   --only=firefox              the main way in Firefox; fails where it does not work
 *   --only=lighthouse           the four figures of Lighthouse for every public page; fails below 100
 *   --only=lunch                a lunch hour at the kitchens' and riders' screens
 *   --only=rides                the lunch peak with shared rides beside the same day without
 *   --only=rows                 what an order leaves in the database
 *   --only=cluster              the drill on a cluster (docs/cluster.md)
 *   --only=pitr                 back to a minute, by pgBackRest on Debian's PostgreSQL 15 (docs/operations.md)
 *   --seconds=60                how long orders are placed at a steady rate (the promise speaks of 600)
 *   --orders=400                steps: how many orders are measured
 *   --rate=158                  how many customers arrive per second (cluster, pitr: 20)
 *   --broken=haprox,worker      cluster: only what has one of these words in its name (otherwise everything)
 *   --minutes=25                cluster: no fault begins later than that
 *   --taps=1000                 how many taps are made on a weak line
 *   --write                     keeps the tables in docs/figures.md
 *   --instances=FOLDER          days of the meal delivery routing benchmark for dispatch (otherwise generated ones)
 *   --output=FOLDER             where dispatch leaves its solutions
 *   --profile=FOLDER            leaves the app's processor profile there and counts PostgreSQL's statements
 */
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildOnce } from './build.ts'
import { measureBytes } from './bytes.ts'
import { measureCalibration } from './calibration.ts'
import { openArena } from './cluster/arena.ts'
import { measureCluster } from './cluster.ts'
import { measureDispatch } from './dispatch.ts'
import { writeFigures } from './figures-of-the-day.ts'
import { measureFirefox } from './firefox.ts'
import { measureFloods } from './floods.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLists } from './lists.ts'
import { measureLunch } from './lunch.ts'
import { measureSteps } from './order-steps.ts'
import { measureOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import { measurePeak } from './peak.ts'
import { measurePitr } from './pitr.ts'
import { measureRestore } from './restore.ts'
import { measureRides } from './rides.ts'
import { measureRows } from './rows.ts'
import type { Section } from './section.ts'
import { openStage, type Stage } from './stage.ts'
import { measureStreams } from './streams.ts'
import { measureTaps } from './taps.ts'

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: 'bytes,pages,streams,steps,orders,floods,lists,dispatch,peak,calibration,taps,restore',
    },
    seconds: { type: 'string', default: '60' },
    orders: { type: 'string', default: '400' },
    rate: { type: 'string' },
    broken: { type: 'string', default: '' },
    minutes: { type: 'string', default: '60' },
    taps: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
    instances: { type: 'string' },
    output: { type: 'string' },
    profile: { type: 'string' },
  },
})

const parts: Readonly<Record<string, () => Promise<Section>>> = {
  bytes: () => onStage(measureBytes),
  pages: () => onStage(measurePages),
  streams: () => onStage(measureStreams),
  steps: () =>
    onStage((open) => measureSteps(open, { orders: positive('orders', values.orders) }), {
      counting: true,
      apart: true,
    }),
  orders: () =>
    onStage(
      (open) =>
        measureOrders(open, {
          rate: positive('rate', values.rate ?? '158'),
          seconds: positive('seconds', values.seconds),
          profile: values.profile !== undefined,
        }),
      { apart: true },
    ),
  floods: () => onStage(measureFloods),
  firefox: () => onStage(measureFirefox),
  lighthouse: () => onStage(measureLighthouse),
  taps: () => onStage((open) => measureTaps(open, { taps: positive('taps', values.taps) })),
  restore: () => onStage(measureRestore),
  pitr: () => onStage((open) => measurePitr(open, { rate: positive('rate', values.rate ?? '20') }), { archived: true }),
  lunch: () => onStage(measureLunch),
  lists: measureLists,
  peak: measurePeak,
  rides: measureRides,
  rows: measureRows,
  calibration: measureCalibration,
  cluster: () =>
    onBuild(async () => {
      const arena = openArena()
      stage = arena
      return measureCluster(await arena, {
        rate: positive('rate', values.rate ?? '20'),
        broken: values.broken.split(','),
        minutes: positive('minutes', values.minutes),
      })
    }),
  dispatch: () =>
    measureDispatch({
      instances: values.instances ? resolve(values.instances) : null,
      output: values.output ? resolve(values.output) : null,
    }),
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new RangeError(`--${name} must be a number above zero, not "${text}"`)
  return value
}

const chosen = values.only.split(',').map((name) => {
  const measure = parts[name]
  if (!measure) throw new RangeError(`--only knows ${Object.keys(parts).join(', ')}, not "${name}"`)
  return measure
})

const sections: Section[] = []
let stage: Promise<{ stop(): Promise<void> }> | null = null

/** Measures on a built product that was started only for this. */
function onStage(
  measure: (stage: Stage) => Promise<Section>,
  { counting = values.profile !== undefined, apart = false, archived = false } = {},
): Promise<Section> {
  return onBuild(async () => {
    const open = openStage({
      profile_folder: values.profile ? resolve(values.profile) : null,
      counting,
      apart,
      archived,
    })
    stage = open
    return measure(await open)
  })
}

async function onBuild(measure: () => Promise<Section>): Promise<Section> {
  buildOnce()
  return measure()
}

const stop = async () => {
  const open = stage
  stage = null
  await (await open)?.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stop().finally(() => process.exit(130)))
}

try {
  for (const measure of chosen) {
    const today = new Date().toISOString().slice(0, 10)
    const busy = `Measured on ${today}, load average before: ${loadavg()[0]?.toFixed(1)}.`
    const section = await measure()
    await stop()
    section.text += `\n\n${busy}`
    console.log(`\n${section.text}`)
    sections.push(section)
  }
} finally {
  await stop()
}
if (values.write) writeFigures(sections)
process.exitCode = sections.some((section) => section.failed) ? 1 : 0
