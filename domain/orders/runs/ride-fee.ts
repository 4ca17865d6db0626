import { type Kobo, kobo } from '../../money.ts'

/** What shares a way: percent of the fee for one alone, where they are two, three and so on. */
export type Percents = readonly number[]

/** Percent of the fee for one alone that each of so many pays; beyond the last that is written down, that one. */
export function percentFor(percents: Percents, sharers: number): number {
  if (sharers < 2) return 100
  return percents[Math.min(sharers - 2, percents.length - 1)] ?? 100
}

/** What each of so many pays for the way, in kobo, rounded up: together never less than is written down. */
export function sharedFee(single_kobo: Kobo, percents: Percents, sharers: number): Kobo {
  return kobo(Math.ceil((single_kobo * percentFor(percents, sharers)) / 100))
}
