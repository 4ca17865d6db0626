/**
 * Runs something on this thread; the milliseconds are processor time,
 * which other programs on the machine hardly change.
 */
export function timed<Result>(run: () => Result): { result: Result; milliseconds: number } {
  const before = process.threadCpuUsage()
  const result = run()
  const { user, system } = process.threadCpuUsage(before)
  return { result, milliseconds: (user + system) / 1000 }
}
