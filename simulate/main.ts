/**
 * `npm run simulate`: plays the whole product on a moved clock, one small world for each seed, and judges it.
 *
 *   --seeds=10000   how many
 *   --from=1        the first of them
 *   --seed=17       one alone, told step by step
 *   --processes=2   how many play at once; each core by default
 *   --postgres=/usr/lib/postgresql/15/bin   on that PostgreSQL, instead of the embedded one
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askProgram, startProgram, stopProgram } from '../bench/child-program.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { createDatabase, type Postgres, startPostgres } from '../server/postgres.ts'
import { startDebianPostgres } from '../test/debian-postgres.ts'
import type { Played } from './play-seed.ts'
import { progress, report } from './report.ts'

const TEMPLATE = 'migrated'
/** A seed takes a second; one that hangs is a failure too. */
const LONGEST_MS = 120_000

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
    postgres: { type: 'string' },
  },
})
const alone = values.seed !== undefined
const from = whole('from', values.seed ?? values.from)
const seeds = Array.from({ length: alone ? 1 : whole('seeds', values.seeds) }, (_, at) => from + at)

const folder = mkdtempSync(join(tmpdir(), 'chowgate-simulate-'))
// PostgreSQL does not run as root; its own user needs access.
chmodSync(folder, 0o755)
const postgres = values.postgres
  ? await startDebianPostgres(values.postgres)
  : await startPostgres({ data_dir: folder, log: () => {}, durable: false })
try {
  await migrateDatabase(await createDatabase(postgres.admin_url, TEMPLATE))
  const played: Played[] = []
  const left = [...seeds]
  const players = Math.min(whole('processes', values.processes), seeds.length)
  await Promise.all(Array.from({ length: players }, (_, at) => play(postgres, at, left, played)))
  if (alone) console.log(played.map(({ story }) => story.join('\n')).join('\n'))
  console.log(report(played))
  process.exitCode = played.some(({ failure }) => failure !== null) ? 1 : 0
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Plays what is left, in a process of its own, and in a new one after each that ended. */
async function play(
  { admin_url }: Pick<Postgres, 'admin_url'>,
  at: number,
  left: number[],
  played: Played[],
): Promise<void> {
  for (let round = 0; left.length > 0; round++) {
    const url = await createDatabase(admin_url, `player_${at}_${round}`, TEMPLATE)
    const player = startProgram(new URL('player.ts', import.meta.url))
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const one = await askSeed(player, url, seed)
      played.push(one)
      progress(played, seeds.length)
      if (player.exitCode !== null || player.signalCode !== null) break
    }
    await stopProgram(player)
  }
}

async function askSeed(player: ReturnType<typeof startProgram>, url: string, seed: number): Promise<Played> {
  const timer = setTimeout(() => player.kill('SIGKILL'), LONGEST_MS)
  try {
    return await askProgram<Played>(player, { url, seed })
  } catch (error) {
    const nothing = { moves: new Map(), faults: new Map(), refusals: new Map(), races: 0, deaths: 0, story: [] }
    return { ...nothing, seed, took_ms: LONGEST_MS, failure: `It did not come to its end: ${error}` }
  } finally {
    clearTimeout(timer)
  }
}

function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  console.error(`--${name} is a whole number above zero, not ${text}.`)
  process.exit(2)
}
