import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** What is measured where nobody says what. */
const usual = [
  'bytes',
  'pages',
  'streams',
  'steps',
  'orders',
  'floods',
  'lists',
  'dispatch',
  'peak',
  'calibration',
  'taps',
  'restore',
] as const
const others = ['firefox', 'lighthouse', 'lunch', 'rides', 'rows', 'cluster', 'cluster-by-hand', 'pitr'] as const
const part_names = [...usual, ...others]
export type PartName = (typeof part_names)[number]

export const usage = `npm run bench -- …: measures the promises of speed on this machine and prints them as tables.

  --only=${usual}   some of the parts
  --only=firefox              the main way in Firefox; fails where it does not work
  --only=lighthouse           the four figures of Lighthouse for every public page; fails below 100
  --only=lunch                a lunch hour at the kitchens' and riders' screens
  --only=rides                the lunch peak with shared rides beside the same day without
  --only=rows                 what an order leaves in the database
  --only=cluster              the drill on a cluster (docs/cluster.md)
  --only=cluster-by-hand      what docs/cluster.md has a person type, on the same cluster
  --only=pitr                 back to a minute, by pgBackRest on Debian's PostgreSQL 15 (docs/operations.md)
  --seconds=60                how long orders are placed at a steady rate (the promise speaks of 600)
  --orders=400                steps: how many orders are measured
  --rate=158                  how many customers arrive per second (cluster, pitr: 20)
  --broken=haprox,worker      cluster: only what has one of these words in its name (otherwise everything)
  --minutes=25                cluster: no fault begins later than that
  --taps=1000                 how many taps are made on a weak line
  --write                     keeps the tables in docs/figures.md
  --instances=FOLDER          days of the meal delivery routing benchmark for dispatch (otherwise generated ones)
  --output=FOLDER             where dispatch leaves its solutions
  --profile=FOLDER            leaves the app's processor profile there and counts PostgreSQL's statements`

const options = {
  help: { type: 'boolean', default: false },
  only: { type: 'string', default: usual.join() },
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
} as const

/** What was typed behind the command. Throws an error of one line where it is not as `usage` says. */
export function readArguments(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options })
  const only = values.only.split(',').map((name) => {
    const part = part_names.find((one) => one === name)
    if (part === undefined) throw new RangeError(`--only knows ${part_names.join(', ')}, not "${name}"`)
    return part
  })
  const folder = (name: 'instances' | 'output' | 'profile') => (values[name] ? resolve(values[name]) : null)
  return {
    help: values.help,
    only,
    broken: values.broken.split(','),
    write: values.write,
    seconds: positive('seconds', values.seconds),
    orders: positive('orders', values.orders),
    rate: values.rate === undefined ? null : positive('rate', values.rate),
    minutes: positive('minutes', values.minutes),
    taps: positive('taps', values.taps),
    instances: folder('instances'),
    output: folder('output'),
    profile: folder('profile'),
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new RangeError(`--${name} must be a number above zero, not "${text}"`)
  return value
}
