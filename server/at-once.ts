import type { AppServices, AtOnce } from '../app/services.ts'

/**
 * How many of a kind may run at the same time: in all, so that waiting ends, and per visitor or account, so that one
 * cannot shut the others out.
 */
const most: Readonly<Record<AtOnce, { in_all: number; of_one: number }>> = {
  // Each takes a tenth of a second of one core.
  password: { in_all: 90, of_one: 45 },
  // Each keeps up to 15 MB while it waits, and then takes up to a few seconds.
  picture: { in_all: 8, of_one: 2 },
  // Drawn one after the other, a fifth of a second each; whoever waits holds next to nothing.
  drawing: { in_all: 20, of_one: 4 },
  // Each asks the provider once or twice; its limits must also leave room for the worker.
  payment_question: { in_all: 64, of_one: 1 },
  // Changes of the same order wait for each other, each with one of a few database connections.
  change: { in_all: 1000, of_one: 2 },
}

/** Counts in memory what is running. */
export function createAtOnce(): AppServices['enter'] {
  const counts = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return (kind, whose, work) => {
    const own = `${kind} ${whose}`
    const { in_all, of_one } = most[kind]
    if ((counts.get(kind) ?? 0) >= in_all || (counts.get(own) ?? 0) >= of_one) return null
    for (const key of [kind, own]) change(key, 1)
    return work().finally(() => {
      for (const key of [kind, own]) change(key, -1)
    })
  }
}
