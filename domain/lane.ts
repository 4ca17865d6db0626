/**
 * Work of one kind that calls somebody outside and may hang: messages, questions to the provider, refunds. Each piece
 * is a due row (docs/decisions/004).
 */
export type Errands<Row> = {
  /** Claims what is due under a lease, at most `limit`. `kept_back` is how many were due but must not be worked on. */
  claim(limit: number): Promise<{ claimed: readonly Row[]; kept_back?: number }>
  /** Works on one and writes down the outcome. What it throws is unexpected; that row's lease then simply ends. */
  work(row: Row): Promise<void>
}

export type Lane = {
  run(): Promise<number>
  /** Whether the last run took all that it had room for, so that more may be due. */
  isBehind(): boolean
  finish(): Promise<void>
}

/** How many of a lane's pieces start side by side. */
const LANE_WIDTH = 20
/** A piece without an answer by then frees its place in the lane and waits outside it, where it holds up nobody. */
const PATIENCE_MS = 500
/** How many may wait outside a lane for an answer: each needs a socket and a few kilobytes. */
const MOST_WAITING = 400
/** How long a stop waits for answers. The rest is left to its lease, as after a crash. */
const FINISH_MS = 2000

/**
 * A lane for the worker: `run` claims what is due while there is room and does not wait for the answers. A piece that
 * hangs holds up only itself: after half a second another one starts in its place. Answers how many it started or kept
 * back. `finish` waits for what is still running, but not for long. `complain` gets what `work` threw.
 */
export function laneOf<Row>(
  errands: Errands<Row>,
  complain: (error: unknown) => void,
  { width = LANE_WIDTH, most_waiting = MOST_WAITING } = {},
): Lane {
  let is_behind = false
  const on_their_way = new Set<Promise<void>>()
  const places = new Set<Promise<void>>()
  const start = (row: Row) => {
    const working = errands
      .work(row)
      .catch(complain)
      .finally(() => on_their_way.delete(working))
    on_their_way.add(working)
    const place = atMost(PATIENCE_MS, working).finally(() => places.delete(place))
    places.add(place)
  }
  return {
    async run() {
      if (places.size >= width) await Promise.race(places)
      const room = Math.min(width - places.size, most_waiting - on_their_way.size)
      if (room <= 0) return 0
      const { claimed, kept_back = 0 } = await errands.claim(room)
      is_behind = claimed.length === room
      for (const row of claimed) start(row)
      return claimed.length + kept_back
    },
    isBehind: () => is_behind,
    async finish() {
      await atMost(FINISH_MS, Promise.all(on_their_way))
    },
  }
}

/**
 * Works on what is due, at most `limit`, and waits for all of it. Answers how many it worked on or kept back. Throws an
 * AggregateError of all unexpected errors, after all were worked on.
 */
export async function workOnDue<Row>(errands: Errands<Row>, limit: number): Promise<number> {
  const { claimed, kept_back = 0 } = await errands.claim(limit)
  const outcomes = await Promise.allSettled(claimed.map((row) => errands.work(row)))
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  throwAll(errors)
  return claimed.length + kept_back
}

/**
 * Works on rows that are due, one after the other, each in a commit of its own. What one of them throws stops none of
 * the others: once every row was tried, all of it is thrown as one AggregateError. Answers the sum of what `work`
 * answered.
 */
export async function eachDue<Row>(rows: readonly Row[], work: (row: Row) => Promise<number>): Promise<number> {
  const errors: unknown[] = []
  let sum = 0
  for (const row of rows) {
    try {
      sum += await work(row)
    } catch (error) {
      errors.push(error)
    }
  }
  throwAll(errors)
  return sum
}

/** Throws unexpected errors as one AggregateError, once all that they came from was tried; nothing for none. */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
}

/** Waits for `work`, at most this long; ignores its result and its error. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}
