import { figure } from './markdown.ts'

const EACH_MS = 200
/** About a millisecond on a core that nobody else wants. */
const work = JSON.stringify(
  Array.from({ length: 1200 }, (_, index) => ({
    name: `dish ${index}`,
    price_kobo: index * 7919,
    sold: [index, null],
  })),
)

/** What is done beside what is measured, always the same. */
export function doFixedWork(): void {
  JSON.stringify(JSON.parse(work))
}

/**
 * Does the same small piece of work over and over beside what is measured. Processor time is dearer where others use
 * the same caches and cores, and this says by how much. Answers the mean in milliseconds, once it is told to stop.
 */
export function layYardstick(): () => number {
  let [spent_us, times] = [0, 0]
  const timer = setInterval(() => {
    const before = process.cpuUsage()
    doFixedWork()
    const { user, system } = process.cpuUsage(before)
    spent_us += user + system
    times++
  }, EACH_MS)
  return () => {
    clearInterval(timer)
    return spent_us / times / 1000
  }
}

export function yardstickText(mean_ms: number): string {
  return (
    `A fixed piece of work took ${figure(mean_ms, 2)} ms of processor time meanwhile; figures of two runs are ` +
    'compared by what it took in each.'
  )
}
