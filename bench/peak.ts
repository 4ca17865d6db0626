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
const SEED = 5
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

/** Simulates a lunch peak with several fleet sizes and reports how many promises were kept. */
export async function measurePeak(): Promise<Section> {
  const played: { peak: Peak; figures: PeakFigures }[] = []
  for (const lunches_before of LUNCHES_BEFORE) {
    for (const riders of FLEETS) {
      const peak = { seed: SEED, orders: ORDERS, riders, minutes: MINUTES, lunches_before }
      played.push({ peak, figures: await playInScratchDatabase(peak) })
    }
  }
  const broken = played.some(({ figures }) => figures.violations.length > 0 || figures.delivered < figures.placed)
  return {
    name: 'peak',
    failed: broken,
    text: [
      '## A lunch peak',
      `${ORDERS} orders within ${MINUTES} minutes over the demo campus, most of them around the middle, with the ` +
        `product's own verbs on a database and a clock that is moved (seed ${SEED}). Kitchens are off by a fifth ` +
        'of their preparation time in standard deviation; one offer of ten is declined, one of eight is not ' +
        'answered, some riders rest, some steps arrive minutes late and twice; the worker dies, or two of them run ' +
        'at once. Kept is a promise when the food was there by the end of the first window its customer was told; ' +
        'how long things take is learned from lunches on the days before.',
      table(
        [
          'riders',
          'lunches before',
          'delivered',
          'promises kept',
          'window',
          'order to door',
          'p90',
          'offers',
          'declined',
          'expired',
          'admins called',
        ],
        played.map(({ peak, figures }) => rowOf(peak, figures)),
      ),
      broken
        ? 'Orders were stranded, or an invariant does not hold.'
        : 'Every order was delivered, and all invariants hold afterwards.',
    ].join('\n\n'),
  }
}

function rowOf(peak: Peak, figures: PeakFigures): string[] {
  const { placed, delivered, kept, click_to_door, offers, alarmed } = figures
  const all_offers = Object.values(offers).reduce((all, many) => all + many, 0)
  const mean = click_to_door.reduce((all, minutes) => all + minutes, 0) / click_to_door.length
  return [
    figure(peak.riders),
    figure(peak.lunches_before),
    `${figure(delivered)} of ${figure(placed)}`,
    `${figure((100 * kept) / delivered)} %`,
    `${figure(figures.width_minutes, 1)} min`,
    figure(mean, 1),
    figure(percentile(click_to_door, 0.9), 1),
    figure(all_offers),
    figure(offers.Declined ?? 0),
    figure(offers.Expired ?? 0),
    figure(alarmed),
  ]
}

/** `look` is shown the database before it is gone. */
export async function playInScratchDatabase(
  peak: Peak,
  look: (db: Db) => Promise<void> = async () => {},
): Promise<PeakFigures> {
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
