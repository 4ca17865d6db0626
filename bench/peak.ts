import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flutterwave } from '../adapters/payments/flutterwave.ts'
import type { Db } from '../db/handle.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { movableClock } from '../domain/clock.ts'
import { reactions } from '../domain/reactions.ts'
import { startSandbox } from '../sandbox/start.ts'
import { startPostgres } from '../server/postgres.ts'
import { figure, table } from './markdown.ts'
import { type Peak, type PeakFigures, playPeak } from './peak/play-peak.ts'
import type { Section } from './section.ts'
import { percentile } from './statistics.ts'

/** A Tuesday at 12:00 on the campus. */
const NOON = new Date('2026-03-10T11:00:00Z')
/** One lunch of one seed says little: five promises of sixty are eight of a hundred. */
const SEEDS = [1, 2, 3, 4]
const ORDERS = 60
const MINUTES = 60
/** From nothing but the kitchens' word, and after four lunches. */
const LUNCHES_BEFORE = [0, 4]
/** Too few riders for the orders, about enough, and plenty. */
const FLEETS = [6, 12, 24]
const ADDRESS = 'http://localhost:3000'

const keys = {
  secret_key: 'FLWSECK_TEST-peak0000000000-X',
  public_key: 'FLWPUBK_TEST-peak0000000000-X',
  webhook_secret: 'webhook-secret-of-the-peak',
  paystack_secret_key: 'sk_test_peak',
  smarthive_api_key: 'smarthive-key-of-the-peak',
}

/** Simulates lunch peaks with several fleet sizes and reports how many promises were kept. */
export async function measurePeak(): Promise<Section> {
  const rows = new Map<string, { riders: number; lunches_before: number; lunches: PeakFigures[] }>()
  for (const seed of SEEDS) {
    for (const riders of FLEETS) {
      const peak = { seed, orders: ORDERS, riders, minutes: MINUTES, lunches_before: Math.max(...LUNCHES_BEFORE) }
      const played = await playInScratchDatabase(peak)
      for (const lunches_before of LUNCHES_BEFORE) {
        const key = `${lunches_before} ${riders}`
        const row = rows.get(key) ?? { riders, lunches_before, lunches: [] }
        row.lunches.push(...played.slice(lunches_before, lunches_before + 1))
        rows.set(key, row)
      }
    }
  }
  const measured = [...rows.values()].sort((one, other) => one.lunches_before - other.lunches_before)
  const lunches = measured.flatMap((row) => row.lunches)
  const broken = lunches.some(({ violations, delivered, placed }) => violations.length > 0 || delivered < placed)
  return {
    name: 'peak',
    failed: broken,
    text: [
      '## A lunch peak',
      `${ORDERS} orders within ${MINUTES} minutes over the demo campus, most of them around the middle, with the ` +
        `product's own verbs on a database and a clock that is moved; each row is the lunches of ${SEEDS.length} ` +
        `seeds (${SEEDS.join(', ')}). Kitchens are off by a fifth ` +
        'of their preparation time in standard deviation; one offer of ten is declined, one of eight is not ' +
        'answered, some riders rest, some steps arrive minutes late and twice; the worker dies, or two of them run ' +
        'at once. Kept is a promise when the food was there by the end of the first window its customer was told; ' +
        'how long things take is learned from lunches on the days before. Offers and calls are those of one lunch.',
      table(
        [
          'riders',
          'lunches before',
          'delivered',
          'promises kept',
          'by seed',
          'window',
          'order to door',
          'p90',
          'offers',
          'declined',
          'expired',
          'admins called',
        ],
        measured.map(rowOf),
      ),
      broken
        ? 'Orders were stranded, or an invariant does not hold.'
        : 'Every order was delivered, and all invariants hold afterwards.',
    ].join('\n\n'),
  }
}

type Row = { riders: number; lunches_before: number; lunches: readonly PeakFigures[] }

function rowOf({ riders, lunches_before, lunches }: Row): string[] {
  const all = (of: (lunch: PeakFigures) => number) => lunches.reduce((sum, lunch) => sum + of(lunch), 0)
  const each = (of: (lunch: PeakFigures) => number) => figure(all(of) / lunches.length)
  const [placed, delivered] = [all((lunch) => lunch.placed), all((lunch) => lunch.delivered)]
  const minutes = lunches.flatMap(({ click_to_door }) => click_to_door)
  const mean = minutes.reduce((sum, one) => sum + one, 0) / minutes.length
  return [
    figure(riders),
    figure(lunches_before),
    `${figure(delivered)} of ${figure(placed)}`,
    `${figure((100 * all((lunch) => lunch.kept)) / delivered, 1)} %`,
    lunches.map((lunch) => figure((100 * lunch.kept) / lunch.delivered)).join(', '),
    `${figure(all((lunch) => lunch.width_minutes * lunch.placed) / placed, 1)} min`,
    figure(mean, 1),
    figure(percentile(minutes, 0.9), 1),
    each(({ offers }) => Object.values(offers).reduce((sum, many) => sum + many, 0)),
    each(({ offers }) => offers.Declined ?? 0),
    each(({ offers }) => offers.Expired ?? 0),
    each(({ alarmed }) => alarmed),
  ]
}

/** Answers the figures of each lunch; `look` is shown the database before it is gone. */
export async function playInScratchDatabase(
  peak: Peak,
  look: (db: Db) => Promise<void> = async () => {},
): Promise<PeakFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-peak-'))
  // PostgreSQL does not run as root; its own user needs access.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres({ data_dir: folder, log: () => {}, durable: false })
  const sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    data_dir: null,
    webhook_url: null,
    app_url: ADDRESS,
    ...keys,
  })
  const database = openDatabase(postgres.url, 5)
  try {
    await migrateDatabase(postgres.url)
    const figures = await playPeak(
      {
        db: database.db,
        clock: movableClock(NOON),
        payments: flutterwave({
          base_url: `${sandbox.url}/flutterwave/v3`,
          script_url: `${sandbox.url}/flutterwave/v3.js`,
          ...keys,
        }),
        geocoder: { reverse: async () => null, search: async () => null },
        announce: reactions({ public_url: ADDRESS }),
        pay: (tx_ref, amount) => payAt(sandbox.url, tx_ref, amount),
      },
      peak,
    )
    await look(database.db)
    return figures
  } finally {
    await database.close()
    await sandbox.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function payAt(sandbox_url: string, tx_ref: string, amount: number): Promise<void> {
  const answer = await fetch(`${sandbox_url}/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tx_ref, amount, customer: { email: 'ada@example.com' } }),
  })
  if (!answer.ok) throw new Error(`The sandbox took no money: ${answer.status}`)
}
