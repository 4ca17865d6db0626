/** The value below which `share` (0 to 1) of the sample lies; NaN for an empty one. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(sample: readonly number[]): number {
  return percentile(sample, 0.5)
}
