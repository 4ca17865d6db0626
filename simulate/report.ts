import { figure, table } from '../bench/markdown.ts'
import type { Played } from './play-seed.ts'

const PROGRESS_PARTS = 20

/** Says how far it is, now and then, and each failure at once. */
export function progress(played: readonly Played[], all: number): void {
  const last = played.at(-1)
  if (last?.failure) console.log(`✗ seed ${last.seed}: ${last.failure}\n  ${replay(last)}`)
  const part = Math.ceil(all / PROGRESS_PARTS)
  if (all > 1 && played.length % part === 0) console.log(`${figure(played.length)} of ${figure(all)} seeds`)
}

/** What was played and what was found, as tables. */
export function report(played: readonly Played[]): string {
  const failed = played.filter(({ failure }) => failure !== null)
  const sum = (of: (one: Played) => number) => played.reduce((total, one) => total + of(one), 0)
  const moves = added(played.map((one) => one.moves))
  const mean_ms = sum(({ took_ms }) => took_ms) / played.length
  const line = [
    `${figure(played.length)} seeds`,
    `${figure(mean_ms)} ms each`,
    `${figure([...moves.values()].reduce((total, many) => total + many, 0))} moves`,
    `${figure(sum(({ races }) => races))} times two at once`,
    `${figure(sum(({ deaths }) => deaths))} processes died`,
    `${figure(failed.length)} failures`,
  ]
  return [
    tableOfMoves(moves),
    tableOf('what went wrong on the line', added(played.map((one) => one.faults))),
    tableOf('refusals', added(played.map((one) => one.refusals))),
    ...failed.map((one) => `✗ seed ${one.seed}: ${one.failure?.split('\n')[0]}\n  ${replay(one)}`),
    line.join(', '),
  ].join('\n\n')
}

const replay = ({ seed }: Played) => `npm run simulate -- --seed=${seed}`

const outcomes = ['done', 'refused', 'died', 'unknown'] as const

function tableOfMoves(moves: ReadonlyMap<string, number>): string {
  const names = [...new Set([...moves.keys()].map((key) => key.split('|').slice(0, 2).join('|')))].sort()
  return table(
    ['who does what', ...outcomes],
    names.map((name) => [
      name.replace('|', ': '),
      ...outcomes.map((outcome) => figure(moves.get(`${name}|${outcome}`) ?? 0)),
    ]),
  )
}

function tableOf(what: string, counts: ReadonlyMap<string, number>): string {
  const rows = [...counts].sort(([, left], [, right]) => right - left)
  return table(
    [what, 'times'],
    rows.map(([name, many]) => [name, figure(many)]),
  )
}

function added(all: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const counts of all) for (const [key, many] of counts) sum.set(key, (sum.get(key) ?? 0) + many)
  return sum
}
