import type { Db } from '../../db/handle.ts'
import { type CaseOfCause, casesOf, closeCaseOf, openCaseFor, openCauses } from '../cases/system-cases.ts'
import type { AnnouncingDeps } from '../events.ts'
import type { WaitingKind } from './kinds.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'
import { whatWaits } from './what-waits.ts'

/** What takes somebody longer than a press: what its case is called. The rest is done where it stands. */
const titles: Partial<Record<WaitingKind, string>> = {
  cut_off: 'An order cannot be brought to its place',
  kitchens_silent: 'The kitchen is silent',
  chargebacks_open: 'A bank asks money back: answer in time',
  payments_on_review: 'A payment is on review',
  refunds_failed: 'A refund could not be made',
  payouts_twice: 'A payout may go out twice',
  payouts_failed: 'A payout could not be made',
  refunds_slow: 'A refund has not arrived',
  payouts_slow: 'A payout has not arrived',
  referrals_doubtful: 'A friend whom somebody brought has to be looked at',
}
const kept_kinds = Object.keys(titles) as (keyof typeof titles)[]

const causeOf = ({ kind, id }: Pick<WaitingLine, 'kind' | 'id'>) => `${kind}:${id}`

/**
 * Opens a case for each thing on the desk that needs a person for longer, and closes those whose cause is over and that
 * nobody has touched (decision 147). Answers how many it opened or closed. Safe to repeat.
 */
export async function keepCases(deps: AnnouncingDeps): Promise<number> {
  // First, so that what somebody else opens meanwhile was not missed below.
  const open = await openCauses(deps.db)
  const waiting = await whatWaits(deps.db, deps.clock.now(), kept_kinds)
  const lines = waiting.flatMap((kind) => kind.lines)
  const causes = new Set(lines.map(causeOf))
  // Of a kind with more than are read, what is not among them may still go on.
  const cut = waiting.filter(({ count }) => count >= MOST_LINES).map(({ kind }) => kind)
  let changed = 0
  for (const line of lines) {
    const { kind, subject, since } = line
    const title = titles[kind]
    if (!subject || !title || open.includes(causeOf(line))) continue
    if (await openCaseFor(deps, { cause: causeOf(line), subject, title, since })) changed++
  }
  for (const cause of open) {
    if (causes.has(cause) || cut.some((kind) => cause.startsWith(`${kind}:`))) continue
    if (await closeCaseOf(deps, cause)) changed++
  }
  return changed
}

/** The cases of what waits, by what its line is known by. */
export async function casesOfLines(
  db: Db,
  lines: readonly WaitingLine[],
): Promise<(line: WaitingLine) => CaseOfCause | null> {
  const found = await casesOf(db, lines.filter(({ kind }) => titles[kind]).map(causeOf))
  return (line) => found.get(causeOf(line)) ?? null
}
