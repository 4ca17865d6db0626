/** A figure that varies: values that are equally likely, ascending. */
export type Spread = readonly number[]

export type Weighted = { value: number; weight: number }

/** As fine as a part of the way is learned, and as the sum of all parts is reckoned. */
const PART_VALUES = 20
const SUM_VALUES = 40

/** As many values as stand for what was measured; what lies between two measurements is drawn straight. */
export function spreadOf(measured: readonly Weighted[]): Spread {
  const sorted = measured.filter(({ weight }) => weight > 0).sort((left, right) => left.value - right.value)
  const all = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let before = 0
  const steps = sorted.map(({ value, weight }) => {
    const share = (before + weight / 2) / all
    before += weight
    return { value, share }
  })
  return levels(PART_VALUES).map((share) => between(steps, share))
}

/**
 * What to expect next after `measured`, where `belief` is what was expected before: the belief counts like `weight`
 * measurements. With few of them it stays near the belief, with many it is what was measured.
 */
export function learned(belief: Spread, weight: number, measured: readonly Weighted[]): Spread {
  return spreadOf([...belief.map((value) => ({ value, weight: weight / belief.length })), ...measured])
}

/** One after the other, where neither knows of the other. */
export function sum(left: Spread, right: Spread): Spread {
  return combined(left, right, (one, other) => one + other)
}

/** What comes of two figures that know nothing of each other. */
export function combined(left: Spread, right: Spread, how: (one: number, other: number) => number): Spread {
  const all = new Float64Array(left.length * right.length)
  let place = 0
  for (const one of left) for (const other of right) all[place++] = how(one, other)
  all.sort()
  if (all.length <= SUM_VALUES) return [...all]
  return levels(SUM_VALUES).map((share) => all[Math.floor(share * all.length)] ?? 0)
}

/** What is left to expect of something that is not over after `least`. */
export function beyond(spread: Spread, least: number): Spread {
  const left = spread.filter((value) => value > least)
  return left.length > 0 ? left : [least]
}

/** The value that is not exceeded in this share (0 to 1) of all cases. */
export function quantile(spread: Spread, share: number): number {
  const steps = spread.map((value, place) => ({ value, share: (place + 0.5) / spread.length }))
  return between(steps, share)
}

const levels = (many: number) => Array.from({ length: many }, (_, place) => (place + 0.5) / many)

function between(steps: readonly { value: number; share: number }[], share: number): number {
  const above = steps.findIndex((step) => step.share >= share)
  const high = steps[above < 0 ? steps.length - 1 : above]
  if (!high) throw new RangeError('Nothing was measured, and nothing believed')
  const low = above > 0 ? steps[above - 1] : undefined
  if (!low || high.share === low.share) return high.value
  return low.value + ((high.value - low.value) * (share - low.share)) / (high.share - low.share)
}
