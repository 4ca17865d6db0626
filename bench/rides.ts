import { figure, table } from './markdown.ts'
import type { Hostels } from './peak/hostel-orders.ts'
import type { PeakFigures } from './peak/play-peak.ts'
import { playInScratchDatabase } from './peak.ts'
import type { Section } from './section.ts'
import { percentile } from './statistics.ts'

const SEED = 5
const ORDERS = 40
const MINUTES = 60
/** Too few riders for the orders. */
const FLEETS = [5]
const days: Readonly<Record<Hostels, string>> = { apart: 'each alone', together: 'shared rides' }

/** The lunch peak in which every other order is to a hostel for a slot, with shared rides and without. */
export async function measureRides(): Promise<Section> {
  const played: { riders: number; hostels: Hostels; figures: PeakFigures }[] = []
  for (const riders of FLEETS) {
    for (const hostels of ['apart', 'together'] as const) {
      const peak = { seed: SEED, orders: ORDERS, riders, minutes: MINUTES, lunches_before: 0, hostels }
      const lunches = await playInScratchDatabase(peak)
      played.push(...lunches.map((figures) => ({ riders, hostels, figures })))
    }
  }
  const broken = played.some(({ figures }) => figures.violations.length > 0 || figures.delivered < figures.placed)
  return {
    name: 'rides',
    failed: broken,
    text: [
      '## A lunch peak with shared rides',
      `${ORDERS} orders within ${MINUTES} minutes as in the lunch peak (seed ${SEED}), every other one to one of ` +
        'three hostels, from one of two kitchens, for one of two slots: the same day with each alone, and with ' +
        'all of them ready to share. Who comes too late for a ride orders alone. The fee is what is left of it once ' +
        'what was paid too much has gone back; minutes count from paid to the door, or from the slot’s begin; ' +
        'riding is the time in which riders had something in hand.',
      table(
        [
          'riders',
          'to hostels',
          'delivered',
          'promises kept',
          'at once, order to door',
          'p90',
          'slot to door',
          'shared',
          'fee',
          'pay',
          'riding',
        ],
        played.map(({ riders, hostels, figures }) => rowOf(riders, hostels, figures)),
      ),
      broken
        ? 'Orders were stranded, or an invariant does not hold.'
        : 'Every order was delivered, and all invariants hold afterwards.',
    ].join('\n\n'),
  }
}

function rowOf(riders: number, hostels: Hostels, figures: PeakFigures): string[] {
  const { placed, delivered, kept } = figures
  if (!figures.hostels) throw new Error('Nothing went to a hostel')
  const { at_once, after_slot, shared, to_hostels, fee_kobo, pay_kobo, riding_minutes } = figures.hostels
  const mean = (all: readonly number[]) => all.reduce((sum, minutes) => sum + minutes, 0) / Math.max(1, all.length)
  return [
    figure(riders),
    days[hostels],
    `${figure(delivered)} of ${figure(placed)}`,
    `${figure((100 * kept) / delivered)} %`,
    figure(mean(at_once), 1),
    figure(percentile(at_once, 0.9), 1),
    figure(mean(after_slot), 1),
    `${figure(shared)} of ${figure(to_hostels)}`,
    `₦${figure(fee_kobo / 100)}`,
    `₦${figure(pay_kobo / 100)}`,
    `${figure(riding_minutes)} min`,
  ]
}
