import type { AppServices, AtOnce } from '../app/services.ts'

/**
 * How many of a kind may be under way at the same time: in all, so that waiting has an end, and for one visitor or
 * account, so that it cannot shut the others out.
 */
const most: Readonly<Record<AtOnce, { in_all: number; of_one: number }>> = {
  // A tenth of a second of one core each.
  password: { in_all: 90, of_one: 45 },
  // Each keeps up to 15 MB until its turn comes, and takes up to a few seconds then.
  picture: { in_all: 8, of_one: 2 },
  // Each is a question or two to the provider, whose patience is not ours alone.
  payment_question: { in_all: 64, of_one: 1 },
  // Those who change the same order wait for each other, each with one of a few connections to the database.
  change: { in_all: 1000, of_one: 2 },
}

/** Counts what is under way, in memory. */
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
