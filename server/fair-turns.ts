/** Enough to keep one core and the database connections busy. */
const MOST_OF_ONE = 4
const MOST_IN_ALL = 48
/** By then a page is usually ready. A request that waits longer frees its place and continues without one. */
const PATIENCE_MS = 100
/** Requests of one address that may wait for their turn; only a script sends more. */
const MOST_WAITING_OF_ONE = 2000

export type FairTurns = <Result>(address: string, work: () => Promise<Result>) => Promise<Result> | null

/**
 * Starts the requests of each address a few at a time, with the addresses taking turns: a thousand requests from one
 * address wait for each other, while one from another address starts right after the first four of them. Answers null
 * for a request when too many of its address are waiting.
 */
export function createFairTurns({
  most_of_one = MOST_OF_ONE,
  most_in_all = MOST_IN_ALL,
  most_waiting_of_one = MOST_WAITING_OF_ONE,
  patience_ms = PATIENCE_MS,
} = {}): FairTurns {
  /** In the order of the addresses' turns. */
  const waiting = new Map<string, (() => void)[]>()
  const under_way = new Map<string, number>()
  let in_all = 0

  const hasRoom = (address: string) => in_all < most_in_all && (under_way.get(address) ?? 0) < most_of_one
  const begin = (address: string) => {
    in_all++
    under_way.set(address, (under_way.get(address) ?? 0) + 1)
  }
  const leave = (address: string) => {
    in_all--
    const left = (under_way.get(address) ?? 1) - 1
    if (left > 0) under_way.set(address, left)
    else under_way.delete(address)
    for (const [next, queue] of waiting) {
      if (in_all >= most_in_all) return
      if (!hasRoom(next)) continue
      const start = queue.shift()
      waiting.delete(next)
      if (queue.length > 0) waiting.set(next, queue)
      begin(next)
      start?.()
    }
  }

  const run = async <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
    let placed = true
    const giveUp = () => {
      if (placed) leave(address)
      placed = false
    }
    const impatience = setTimeout(giveUp, patience_ms)
    try {
      return await work()
    } finally {
      clearTimeout(impatience)
      giveUp()
    }
  }

  return (address, work) => {
    if (hasRoom(address)) {
      begin(address)
      return run(address, work)
    }
    const queue = waiting.get(address) ?? []
    if (queue.length >= most_waiting_of_one) return null
    waiting.set(address, queue)
    return new Promise<void>((start) => queue.push(start)).then(() => run(address, work))
  }
}
