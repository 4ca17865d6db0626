/**
 * Outcomes of one kind that come while others are being written wait and are then written together, in one commit: at
 * a quiet hour each alone and at once, at a peak twenty for the price of one. What cannot be written with the others is
 * written alone, so that one that is wrong holds up none; the promise of each ends when it is written, or cannot be.
 */
export function writtenTogether<Item>(write: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  type Waiting = { item: Item; done: () => void; fail: (error: unknown) => void }
  let waiting: Waiting[] = []
  let is_writing = false

  async function writeThese(these: readonly Waiting[]): Promise<void> {
    try {
      await write(these.map(({ item }) => item))
      for (const { done } of these) done()
    } catch (error) {
      // Each alone, and whoever comes next does not wait for them.
      if (these.length > 1) for (const one of these) void writeThese([one])
      else for (const { fail } of these) fail(error)
    }
  }

  async function writeWaiting(): Promise<void> {
    is_writing = true
    // What is told at the same instant is written together, too.
    await null
    while (waiting.length > 0) {
      const these = waiting
      waiting = []
      await writeThese(these)
    }
    is_writing = false
  }

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail })
      if (!is_writing) void writeWaiting()
    })
}
