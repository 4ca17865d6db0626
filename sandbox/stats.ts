/** How often each service was called since the start; for benches and policy checks. */
export type Stats = {
  count(service: string): void
  countNominatim(now_ms: number): void
  read(): { requests: Record<string, number>; nominatim: NominatimRate; started_at: string }
  reset(): void
}

type NominatimRate = { requests: number; most_in_one_second: number; seconds_over_limit: number }

export function openStats(): Stats {
  const started_at = new Date().toISOString()
  let requests: Record<string, number> = {}
  let nominatim: NominatimRate = { requests: 0, most_in_one_second: 0, seconds_over_limit: 0 }
  let window: number[] = []

  return {
    count(service) {
      requests[service] = (requests[service] ?? 0) + 1
    },
    countNominatim(now_ms) {
      window = window.filter((at) => now_ms - at < 1000)
      window.push(now_ms)
      nominatim.requests += 1
      nominatim.most_in_one_second = Math.max(nominatim.most_in_one_second, window.length)
      if (window.length === 2) nominatim.seconds_over_limit += 1
    },
    read: () => ({ requests: { ...requests }, nominatim: { ...nominatim }, started_at }),
    reset() {
      requests = {}
      nominatim = { requests: 0, most_in_one_second: 0, seconds_over_limit: 0 }
      window = []
    },
  }
}
