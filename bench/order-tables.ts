import { cpus } from 'node:os'
import { figure, table, verdict } from './markdown.ts'
import type { OrderLoadResult } from './order-load.ts'
import { percentile } from './statistics.ts'
import type { Waiting } from './waiting.ts'

const PROMISED_PER_SECOND = 158
const PROMISED_PLACING_MS = 250
/** All messages are sent so soon after the last order. */
const PROMISED_OUTBOX_SECONDS = 60

export type Round = {
  name: string
  result: OrderLoadResult
  /** Seconds of processor time, by process. */
  spent: Record<'app' | 'worker' | 'postgres' | 'sandbox' | 'customers', number>
  waiting: Waiting
  /** Messages and webhooks that were left when the last order was confirmed, and what was left of them at the end. */
  outbox: { left: number; still: number; seconds: number }
}

/** Whether 99 of a hundred were placed within the promised time, and nobody was left out. */
export function isPlacedInTime({ result }: Round): boolean {
  return result.not_served === 0 && percentile(result.placing_ms, 0.99) <= PROMISED_PLACING_MS
}

export function speedTable(rounds: readonly Round[]): string {
  const head = ['customers', 'paid', 'not served', 'paid/s', 'promise']
  return table([...head, 'placing p50', 'p99', 'promise', 'settling p50', 'p99'], rounds.map(speedRow))
}

export function costTable(rounds: readonly Round[]): string {
  const head = ['customers', 'app', 'worker', 'PostgreSQL', 'sandbox', 'customers played']
  return table([...head, 'cores busy', 'outbox afterwards', 'promise'], rounds.map(costRow))
}

function speedRow(round: Round): string[] {
  const { name, result } = round
  const per_second = result.paid / result.seconds
  const placing_p99 = percentile(result.placing_ms, 0.99)
  return [
    name,
    figure(result.paid),
    figure(result.not_served),
    figure(per_second, 1),
    `${PROMISED_PER_SECOND} ${verdict(per_second >= PROMISED_PER_SECOND * 0.99)}`,
    `${figure(percentile(result.placing_ms, 0.5))} ms`,
    `${figure(placing_p99)} ms`,
    `${PROMISED_PLACING_MS} ms ${verdict(isPlacedInTime(round))}`,
    `${figure(percentile(result.settling_ms, 0.5))} ms`,
    `${figure(percentile(result.settling_ms, 0.99))} ms`,
  ]
}

/** The rate that the processor time allows, whatever else runs on the machine. */
export function limits(rounds: readonly Round[]): string {
  const cheapest = (cost: (round: Round) => number) =>
    Math.min(...rounds.map((round) => (cost(round) * 1000) / round.result.paid))
  const app_ms = cheapest(({ spent }) => spent.app)
  const all_ms = cheapest(({ spent }) => spent.app + spent.worker + spent.postgres)
  const cores = cpus().length
  return [
    `By processor time alone, the one process that answers ends at ${figure(1000 / app_ms)} orders a second, and`,
    `${cores} cores with nothing but the app and PostgreSQL on them at ${figure((cores * 1000) / all_ms)}.`,
  ].join(' ')
}

function costRow({ name, result, spent, outbox }: Round): string[] {
  const each = (seconds: number) => figure((seconds * 1000) / result.paid, 1)
  const all = Object.values(spent).reduce((sum, seconds) => sum + seconds, 0)
  return [
    name,
    each(spent.app),
    each(spent.worker),
    each(spent.postgres),
    each(spent.sandbox),
    each(spent.customers),
    figure(all / result.seconds, 2),
    outboxText(outbox),
    `${PROMISED_OUTBOX_SECONDS} s ${verdict(outbox.still === 0 && outbox.seconds <= PROMISED_OUTBOX_SECONDS)}`,
  ]
}

function outboxText({ left, still, seconds }: Round['outbox']): string {
  if (still > 0) return `${figure(left)}, still ${figure(still)} after ${figure(seconds)} s`
  return left === 0 ? 'empty' : `${figure(left)}, empty after ${figure(seconds)} s`
}
