/**
 * Work of one kind that leaves the house and may hang: messages, questions to the provider, refunds. Each piece is a
 * row that is due (docs/decisions/004).
 */
export type Errands<Row> = {
  /**
   * Claims what is due under a lease, at most `limit`. `kept_back` is how many were due and are not to be worked on.
   */
  claim(limit: number): Promise<{ claimed: readonly Row[]; kept_back?: number }>
  /**
   * Works on one and writes down what came of it. What it throws is unexpected; the lease of that row ends by itself.
   */
  work(row: Row): Promise<void>
}

export type Lane = { run(): Promise<number>; finish(): Promise<void> }

/** How many of a lane are begun side by side. */
const LANE_WIDTH = 20
/** Who has no answer by then gives up the place in the lane and waits beside it, where nobody stands behind. */
const PATIENCE_MS = 500
/** How many may wait beside a lane for an answer: of these a process keeps a socket and a few kilobytes each. */
const MOST_WAITING = 400
/** How long a stop waits for answers. What has none by then is left to its lease, as after a crash. */
const FINISH_MS = 2000

/**
 * A lane for the worker: `run` claims what is due while there is room and does not wait for it. One that hangs holds up
 * itself alone: after half a second another one begins in its place. Answers how many it began or kept back. `finish`
 * waits for what is still on its way, but not for long. `complain` is told what `work` threw.
 */
export function laneOf<Row>(
  errands: Errands<Row>,
  complain: (error: unknown) => void,
  { width = LANE_WIDTH, most_waiting = MOST_WAITING } = {},
): Lane {
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
      for (const row of claimed) start(row)
      return claimed.length + kept_back
    },
    async finish() {
      await atMost(FINISH_MS, Promise.all(on_their_way))
    },
  }
}

/**
 * Works on what is due, at most `limit`, and waits for all of it. Answers how many it worked on or kept back. Throws an
 * AggregateError of everything unexpected, after all of them were worked on.
 */
export async function workOnDue<Row>(errands: Errands<Row>, limit: number): Promise<number> {
  const { claimed, kept_back = 0 } = await errands.claim(limit)
  const outcomes = await Promise.allSettled(claimed.map((row) => errands.work(row)))
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
  return claimed.length + kept_back
}

/** Waits for `work`, at most so long; neither its answer nor its error is told. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}
