/**
 * `npm run bench`: measures the promises of speed on this machine and prints them as tables.
 *
 *   --only=bytes,pages,orders   some of the parts
 *   --seconds=60                how long orders are placed at a steady rate (the promise speaks of 600)
 *   --rate=158                  how many customers arrive per second
 *   --write                     keeps the tables in docs/figures.md
 *   --profile=FOLDER            leaves the app's processor profile there and counts PostgreSQL's statements
 */
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBytes } from './bytes.ts'
import { writeFigures } from './figures-of-the-day.ts'
import { measureOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import type { Section } from './section.ts'
import { openStage, project, type Stage } from './stage.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'bytes,pages,orders' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '158' },
    write: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})

const parts: Readonly<Record<string, (stage: Stage) => Promise<Section>>> = {
  bytes: measureBytes,
  pages: measurePages,
  orders: (stage) =>
    measureOrders(stage, {
      rate: positive('rate', values.rate),
      seconds: positive('seconds', values.seconds),
      profile: values.profile !== undefined,
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

const build = spawnSync(process.execPath, ['scripts/test.mjs', '--only=build'], {
  cwd: project,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (build.status !== 0) process.exit(1)

const sections: Section[] = []
let stage: Promise<Stage> | null = null
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
    stage = openStage({ profile_folder: values.profile ? resolve(values.profile) : null })
    const busy = `Load average before: ${loadavg()[0]?.toFixed(1)}.`
    const section = await measure(await stage)
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
