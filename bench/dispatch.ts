import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campus_parameters } from '../domain/delivery/dispatch/campus-parameters.ts'
import type { DispatchParameters, DispatchRule } from '../domain/delivery/dispatch/dispatch-rule.ts'
import { planAhead } from '../domain/delivery/dispatch/plan-ahead.ts'
import { checkSolution } from './dispatch/check-solution.ts'
import { VENDOR_ERROR, vendorEstimates } from './dispatch/estimates.ts'
import { generateInstance } from './dispatch/generate-instance.ts'
import { type Instance, readInstances } from './dispatch/instance.ts'
import { type Measures, meanMeasures, measureDay, soonestClickToDoor } from './dispatch/measures.ts'
import { campusPeak, peakState, timePeak } from './dispatch/peak-state.ts'
import { published } from './dispatch/published.ts'
import { claimWhenReady, earliestPickup } from './dispatch/simple-rules.ts'
import { simulateDay } from './dispatch/simulate.ts'
import { writeSolution } from './dispatch/solution-files.ts'
import { writeInstance } from './dispatch/write-instance.ts'
import { figure, table, verdict } from './markdown.ts'
import type { Section } from './section.ts'
import { percentile } from './statistics.ts'
import { yardstickText } from './yardstick.ts'

const PROMISED_MILLISECONDS = 100
/** Days with couriers enough, and as many on which they are few: weights must not be fitted to easy days. */
const GENERATED = [1, 2, 3, 4].flatMap((seed) => [
  { seed, orders: 150 + 150 * seed, couriers: 'enough' as const },
  { seed, orders: 150 + 75 * seed, couriers: 'few' as const },
])

/** The rule's weights for the benchmark: its riders have a guaranteed pay and refuse nothing. */
const weights = {
  late_weight: 0.6,
  later_weight: 0,
  rider_minute_weight: 0.5,
  extra_pay_weight: 5,
  most_orders_per_trip: 4,
  keep_plan_minutes: 0.1,
}

type Rule = {
  name: string
  folder: string
  rule: DispatchRule
  /** Shifts are planned, so a rule may know them; simple rules are shown without that, as published, and with it. */
  shift_known_minutes: number
}

/** Whether the ready times are known exactly, or estimated by the vendor. */
type Vendor = 'exact' | 'noisy'

const claim = {
  name: 'claim when ready, nearest idle rider',
  folder: 'claim-when-ready',
  rule: claimWhenReady,
}
const earliest = {
  name: 'assign at order time, earliest pickup',
  folder: 'earliest-pickup',
  rule: earliestPickup,
}
const rules: readonly Rule[] = [
  { ...claim, shift_known_minutes: 0 },
  { ...earliest, shift_known_minutes: 0 },
  {
    name: 'the same, knowing who comes',
    folder: 'earliest-known',
    rule: earliestPickup,
    shift_known_minutes: 45,
  },
  { name: 'plan ahead (ours)', folder: 'plan-ahead', rule: planAhead, shift_known_minutes: 45 },
]

type Options = {
  /** A folder of instances in the benchmark's format; null for generated days. */
  instances: string | null
  /** Where the solutions are written in the authors' format; null for a new temporary folder. */
  output: string | null
}

/** Simulates days of meal delivery with our rule and two simple ones, and compares each with the published figures. */
export async function measureDispatch({ instances: folder, output }: Options): Promise<Section> {
  const out = output ?? mkdtempSync(join(tmpdir(), 'chowgate-dispatch-'))
  const instances = folder ? readInstances(folder) : GENERATED.map(({ seed, ...size }) => generateInstance(seed, size))
  const faults: string[] = []
  const decisions: number[] = []
  const per_day: string[][] = []
  const exact: string[][] = []
  const noisy: string[][] = []
  const means: Measures[] = []

  const play = (instance: Instance, { name, folder: of_rule, rule, shift_known_minutes }: Rule, vendor: Vendor) => {
    const estimates = vendor === 'exact' ? null : vendorEstimates(instance, 1)
    const day = simulateDay(instance, rule, parametersOf(instance, vendor), {
      estimates,
      shift_known_minutes,
    })
    const of_instance = join(out, instance.name)
    const of_solution = join(of_instance, `${of_rule}-${vendor}`)
    writeInstance(of_instance, instance)
    writeSolution(of_solution, instance, day)
    for (const fault of checkSolution(of_instance, of_solution)) faults.push(`${instance.name}, ${name}: ${fault}`)
    return day
  }
  for (const rule of rules) {
    const days = instances.map((instance) => {
      const day = play(instance, rule, 'exact')
      const measures = measureDay(instance, day)
      if (rule.rule === planAhead) {
        decisions.push(...day.decision_ms)
        const least = figure(soonestClickToDoor(instance), 2)
        per_day.push([instance.name, figure(instance.orders.length), ...cells(measures), least])
      }
      return measures
    })
    const guessed = instances.map((instance) => measureDay(instance, play(instance, rule, 'noisy')))
    const mean = meanMeasures(days)
    means.push(mean)
    exact.push([rule.name, ...cells(mean)])
    noisy.push([rule.name, ...cells(meanMeasures(guessed))])
  }
  const bound = instances.reduce((sum, each) => sum + soonestClickToDoor(each), 0) / instances.length
  const published_measures = published.map(({ measures }) => measures)
  const published_bound = published_measures.at(-1)?.click_to_door ?? Number.NaN
  exact.push(['bound: picked up the minute it is ready', '–', figure(bound, 2), '–', '–', '0.00', '–', '–'])

  return {
    name: 'dispatch',
    failed: faults.length > 0,
    text: [
      '## Dispatch',
      `Minutes; each day of ${instances.length} counts once. Ours and the two simple rules on ${
        folder ? 'the same public instances of the meal delivery routing benchmark' : 'the same generated days'
      }, with the ready times known exactly. Shifts are planned, so ours knows who comes on duty within 45 minutes:`,
      table(['rule', ...columns], exact),
      `With ready times known only by what the kitchen says (off by ${figure(VENDOR_ERROR * 100)} % of the ` +
        'preparation time in standard deviation) until the food is ready:',
      table(['rule', ...columns], noisy),
      'Ours by day, with the least mean from order to door that any rule needs (every order picked up the minute ' +
        'it is ready):',
      table(['day', 'orders', ...columns, 'least'], per_day),
      'Means over all 240 public instances: what others published, and ours over the same days, each solution found ' +
        'feasible by the authors’ evaluator. Other days than those above:',
      table(
        ['method', ...columns],
        published.map(({ method, measures }) => [method, ...cells(measures)]),
      ),
      'The minutes that are lost beside the bound, as a share of what "earliest pickup" loses on the same days:',
      table(
        ['method', 'order to door', 'ready to pickup'],
        [
          ['plan ahead (ours)', ...shares(means, { simple: 1, own: 3 }, bound)],
          [
            'rolling horizon of Reyes et al. 2018, 240 days',
            ...shares(published_measures, { simple: 1, own: 2 }, published_bound),
          ],
          ['FoodMatch, 240 days', ...shares(published_measures, { simple: 1, own: 3 }, published_bound)],
        ],
      ),
      faults.length > 0
        ? `The solutions break the benchmark's rules:\n\n${faults.map((fault) => `- ${fault}`).join('\n')}`
        : "Every solution was read again from its files and keeps the benchmark's rules.",
      ...decisionTimes(decisions),
    ].join('\n\n'),
  }
}

const columns = ['undelivered %', 'order to door', 'p90', 'over target', 'ready to pickup', 'p90 ', 'cost per order']

/** How far two rules are from the bound, the one as a share of the other. */
function shares(
  measures: readonly Measures[],
  { simple, own }: { simple: number; own: number },
  bound: number,
): string[] {
  const share = (lost: (measured: Measures) => number) => {
    const [of_simple, of_own] = [measures[simple], measures[own]]
    return of_simple && of_own ? `${figure((100 * lost(of_own)) / lost(of_simple))} %` : '–'
  }
  return [share(({ click_to_door }) => click_to_door - bound), share(({ ready_to_pickup }) => ready_to_pickup)]
}

function cells(measures: Measures): string[] {
  return [
    measures.undelivered_percent,
    measures.click_to_door,
    measures.click_to_door_p90,
    measures.over_target,
    measures.ready_to_pickup,
    measures.ready_to_pickup_p90,
    measures.cost_per_order,
  ].map((value) => figure(value, 2))
}

function parametersOf(instance: Instance, vendor: Vendor): DispatchParameters {
  const { metres_per_minute, pickup_service_minutes, drop_service_minutes, target_minutes } = instance
  // With a vendor that only estimates, food is often ready sooner: riders leave a little early.
  const commit_ahead_minutes = vendor === 'exact' ? 0 : 3
  const of_instance = { metres_per_minute, pickup_service_minutes, drop_service_minutes, target_minutes }
  return { ...weights, ...of_instance, commit_ahead_minutes }
}

/** How long our rule takes to decide: in the days above, at a campus's lunch, and with 1,000 open orders. */
function decisionTimes(decisions: readonly number[]): string[] {
  const of_town = parametersOf(generateInstance(1, { orders: 10 }), 'exact')
  const lunch = timePeak((seed) => campusPeak(seed, { orders: 200, riders: 60 }), campus_parameters, 12)
  const crowd = timePeak((seed) => campusPeak(seed, { orders: 1000, riders: 200 }), campus_parameters, 12)
  const peak = timePeak((seed) => peakState(seed, { orders: 1000, riders: 200 }), of_town, 12)
  // The first two rounds are for the compiler.
  const rows: [string, readonly number[]][] = [
    ['each minute of the days above', decisions],
    ['a campus along its ways, 200 open orders, 60 riders', lunch.cold.slice(2)],
    ['the same a minute later, with the plan', lunch.warm.slice(2)],
    ['a campus along its ways, 1,000 open orders, 200 riders', crowd.cold.slice(2)],
    ['the same a minute later, with the plan', crowd.warm.slice(2)],
    ['a town, 1,000 open orders, 200 riders, straight', peak.cold.slice(2)],
    ['the same a minute later, with the plan', peak.warm.slice(2)],
  ]
  return [
    'Milliseconds of processor time for one decision, on one core. Along the ways of a campus every order goes to a ' +
      'position of its own, which is the worst there is:',
    table(
      ['decision', 'p50', 'p99', 'max', 'promise'],
      rows.map(([name, sample]) => {
        const most = Math.max(...sample)
        const promise = `${PROMISED_MILLISECONDS} ${verdict(most <= PROMISED_MILLISECONDS)}`
        return [name, figure(percentile(sample, 0.5), 1), figure(percentile(sample, 0.99), 1), figure(most, 1), promise]
      }),
    ),
    yardstickText(
      percentile(
        [lunch, crowd, peak].flatMap(({ fixed }) => fixed.slice(2)),
        0.5,
      ),
    ),
  ]
}
