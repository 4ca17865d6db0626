/** Runs work, at most `at_once` of it side by side; what comes later waits for its turn, first come, first served. */
export function turns(at_once: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let under_way = 0
  return async (work) => {
    if (under_way >= at_once) await new Promise<void>((go) => waiting.push(go))
    else under_way++
    try {
      return await work()
    } finally {
      // A place is handed on, not given back, so that nobody who just comes slips in between.
      const next = waiting.shift()
      if (next) next()
      else under_way--
    }
  }
}
