/** Enough to keep one core and the database connections busy. */
const MOST_OF_ONE = 4
const MOST_IN_ALL = 48
/** By then a page is usually ready. A request that waits longer frees its place and goes on without one. */
const PATIENCE_MS = 100
/** With those that gave up their place. Each holds memory, and waits for one of a few database connections. */
const MOST_UNDER_WAY_OF_ONE = 128
const MOST_UNDER_WAY = 256
/** Requests of one address that may wait for their turn; only a script sends more. */
const MOST_WAITING_OF_ONE = 2000
const MOST_WAITING = 4000
/** Whoever has waited for so long is better told so. */
const LONGEST_WAIT_MS = 10_000

/** Whose request it is, and what of it may be known while it waits and while it is worked on. */
export type Asker = {
  address: string
  /** Whether it waits for its own visitor, who has not sent all of it. */
  isSlow?(): boolean
  /** Whether nobody waits for its answer any more. */
  hasLeft?(): boolean
}

export type FairTurns = <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result | null>

/**
 * Starts the requests of each address a few at a time, with the addresses taking turns: a thousand requests from one
 * address wait for each other, while one from another address starts right after the first four of them. Answers null
 * for a request whose turn does not come: too many wait, it has waited for too long, or whoever asked has left.
 */
export function createFairTurns({
  most_of_one = MOST_OF_ONE,
  most_in_all = MOST_IN_ALL,
  most_under_way_of_one = MOST_UNDER_WAY_OF_ONE,
  most_under_way = MOST_UNDER_WAY,
  most_waiting_of_one = MOST_WAITING_OF_ONE,
  most_waiting = MOST_WAITING,
  patience_ms = PATIENCE_MS,
  longest_wait_ms = LONGEST_WAIT_MS,
} = {}): FairTurns {
  const placed = createCount()
  const under_way = createCount()
  /** In the order of the addresses' turns. */
  const waiting = new Map<string, Set<Waiting>>()
  let waiting_in_all = 0

  const hasRoom = (address: string) =>
    placed.inAll() < most_in_all &&
    placed.of(address) < most_of_one &&
    under_way.inAll() < most_under_way &&
    under_way.of(address) < most_under_way_of_one

  /** Takes a place at once. Answers how it is left. */
  const enter = ({ address, isSlow }: Asker): (() => void) => {
    const leavePlace = placed.add(address)
    const end = under_way.add(address)
    const impatience = setTimeout(() => {
      leavePlace()
      if (isSlow?.()) end()
      callNext()
    }, patience_ms)
    return () => {
      clearTimeout(impatience)
      leavePlace()
      end()
      callNext()
    }
  }
  const leaveQueue = (one: Waiting) => {
    const { address } = one.asker
    const queue = waiting.get(address)
    if (!queue?.delete(one)) return
    waiting_in_all--
    waiting.delete(address)
    // Whoever else of this address waits is behind all others now.
    if (queue.size > 0) waiting.set(address, queue)
  }
  const callNext = () => {
    for (const [address, queue] of waiting) {
      if (!hasRoom(address)) continue
      const [first] = queue
      if (!first) continue
      leaveQueue(first)
      first.comes(first.asker.hasLeft?.() ? null : enter(first.asker))
    }
  }
  const waitForTurn = (asker: Asker) =>
    new Promise<(() => void) | null>((resolve) => {
      const comes = (leave: (() => void) | null) => {
        clearTimeout(impatience)
        resolve(leave)
      }
      const one = { asker, comes }
      const impatience = setTimeout(() => {
        leaveQueue(one)
        comes(null)
      }, longest_wait_ms)
      waiting.set(asker.address, (waiting.get(asker.address) ?? new Set<Waiting>()).add(one))
      waiting_in_all++
    })

  return async (asker, work) => {
    const is_full = (waiting.get(asker.address)?.size ?? 0) >= most_waiting_of_one || waiting_in_all >= most_waiting
    const leave = hasRoom(asker.address) ? enter(asker) : is_full ? null : await waitForTurn(asker)
    if (!leave) return null
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** `comes` is told how to leave the place that was taken for it, or null where none will be. */
type Waiting = { asker: Asker; comes(leave: (() => void) | null): void }

/** Counts by address and in all. `add` answers how to take one off again, which is safe to do twice. */
function createCount() {
  const of = new Map<string, number>()
  let in_all = 0
  const change = (address: string, by: number) => {
    in_all += by
    const count = (of.get(address) ?? 0) + by
    if (count === 0) of.delete(address)
    else of.set(address, count)
  }
  return {
    inAll: () => in_all,
    of: (address: string) => of.get(address) ?? 0,
    add(address: string): () => void {
      change(address, 1)
      let counted = true
      return () => {
        if (counted) change(address, -1)
        counted = false
      }
    },
  }
}
