/** Runs work, at most `at_once` pieces side by side; later ones wait for their turn, first come, first served. */
export function turns(at_once: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let under_way = 0
  return async (work) => {
    if (under_way >= at_once) await new Promise<void>((go) => waiting.push(go))
    else under_way++
    try {
      return await work()
    } finally {
      // The place is handed to the next in line, so that no newcomer takes it first.
      const next = waiting.shift()
      if (next) next()
      else under_way--
    }
  }
}
