/** Measures the promises of speed on this machine: bench/arguments.ts says how it is asked. */
import { loadavg } from 'node:os'
import { type PartName, readArguments, usage } from './arguments.ts'
import { buildOnce } from './build.ts'
import { measureBytes } from './bytes.ts'
import { measureCalibration } from './calibration.ts'
import { type Arena, openArena } from './cluster/arena.ts'
import { measureCluster } from './cluster.ts'
import { measureByHand } from './cluster-by-hand.ts'
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

const parts: Readonly<Record<PartName, () => Promise<Section>>> = {
  bytes: () => onStage(measureBytes),
  pages: () => onStage(measurePages),
  streams: () => onStage(measureStreams),
  steps: () =>
    onStage((open) => measureSteps(open, { orders: asked.orders }), {
      counting: true,
      apart: true,
    }),
  orders: () =>
    onStage(
      (open) =>
        measureOrders(open, {
          rate: asked.rate ?? 158,
          seconds: asked.seconds,
          profile: asked.profile !== null,
        }),
      { apart: true },
    ),
  floods: () => onStage(measureFloods),
  firefox: () => onStage(measureFirefox),
  lighthouse: () => onStage(measureLighthouse),
  taps: () => onStage((open) => measureTaps(open, { taps: asked.taps })),
  restore: () => onStage(measureRestore),
  pitr: () => onStage((open) => measurePitr(open, { rate: asked.rate ?? 20 }), { archived: true }),
  lunch: () => onStage(measureLunch),
  lists: measureLists,
  peak: measurePeak,
  rides: measureRides,
  rows: measureRows,
  calibration: measureCalibration,
  cluster: () =>
    inArena((arena) =>
      measureCluster(arena, {
        rate: asked.rate ?? 20,
        broken: asked.broken,
        minutes: asked.minutes,
      }),
    ),
  'cluster-by-hand': () => inArena(measureByHand),
  dispatch: () =>
    measureDispatch({
      instances: asked.instances,
      output: asked.output,
    }),
}

const asked = askedOrEnd()

/** Ends here where somebody only asks how it is asked, or asks wrongly. */
function askedOrEnd() {
  try {
    const read = readArguments(process.argv.slice(2))
    if (!read.help) return read
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(1)
  }
}

const sections: Section[] = []
let stage: Promise<{ stop(): Promise<void> }> | null = null

/** Measures on a built product that was started only for this. */
function onStage(
  measure: (stage: Stage) => Promise<Section>,
  { counting = asked.profile !== null, apart = false, archived = false } = {},
): Promise<Section> {
  return onBuild(async () => {
    const open = openStage({
      profile_folder: asked.profile,
      counting,
      apart,
      archived,
    })
    stage = open
    return measure(await open)
  })
}

/** Measures on a cluster that was built only for this. */
function inArena(measure: (arena: Arena) => Promise<Section>): Promise<Section> {
  return onBuild(async () => {
    const arena = openArena()
    stage = arena
    return measure(await arena)
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
  for (const name of asked.only) {
    const today = new Date().toISOString().slice(0, 10)
    const busy = `Measured on ${today}, load average before: ${loadavg()[0]?.toFixed(1)}.`
    const section = await parts[name]()
    await stop()
    section.text += `\n\n${busy}`
    console.log(`\n${section.text}`)
    sections.push(section)
  }
} finally {
  await stop()
}
if (asked.write) writeFigures(sections)
process.exitCode = sections.some((section) => section.failed) ? 1 : 0
