import type { InvariantName, Violation } from '../domain/invariants/invariants.ts'

/** What each invariant promises (docs/promises.md#money), in plain words for the report. */
const promises: Readonly<Record<InvariantName, string>> = {
  I1: 'every charge belongs to orders, a refund or the review list',
  I2: 'every order has its money',
  I3: 'the books balance and agree with the provider and the bank',
  I4: 'nobody gets more than was paid or earned, and nothing twice',
  I5: 'what must be unique is',
  I6: 'only allowed moves happened',
  I7: 'every message is written and on its way',
  I8: 'the fee of a delivered order is what rider, margin and subsidy are',
}
const SHOWN = 20

/** The lines that `npm run ledger:check` prints; at most the first twenty violations of each invariant. */
export function ledgerReport(violations: readonly Violation[]): string[] {
  const names = Object.keys(promises) as InvariantName[]
  const lines = names.flatMap((name) => {
    const broken = violations.filter(({ invariant }) => invariant === name)
    if (broken.length === 0) return [`${name}  ok      ${promises[name]}`]
    const shown = broken.slice(0, SHOWN).map(({ subject, problem }) => `            ${subject}: ${problem}`)
    const more = broken.length > SHOWN ? [`            and ${broken.length - SHOWN} more`] : []
    return [`${name}  BROKEN  ${promises[name]}`, ...shown, ...more]
  })
  const count = violations.length
  const end = count === 0 ? 'Every kobo is where it belongs.' : `${count} ${count === 1 ? 'violation' : 'violations'}.`
  return [...lines, '', end]
}
