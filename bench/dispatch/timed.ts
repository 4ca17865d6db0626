/** Runs something on this thread and measures processor time in milliseconds, which other programs hardly affect. */
export function timed<Result>(run: () => Result): { result: Result; milliseconds: number } {
  const before = process.threadCpuUsage()
  const result = run()
  const { user, system } = process.threadCpuUsage(before)
  return { result, milliseconds: (user + system) / 1000 }
}
