/** The sandbox's timers. After a restart its books say what is due; the agenda itself stores nothing. */
export type Agenda = {
  /** Does the work after this many sandbox seconds (divided by the time scale). */
  in(seconds: number, work: () => void): void
  /** Resolves after this many real seconds, whatever the time scale; never after `close`. */
  hang(seconds: number): Promise<void>
  close(): void
}

export function openAgenda(time_scale: number): Agenda {
  const timers = new Set<NodeJS.Timeout>()
  let closed = false

  function wait(milliseconds: number, work: () => void) {
    if (closed) return
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        work()
      },
      Math.max(0, milliseconds),
    )
    timers.add(timer)
  }

  return {
    in: (seconds, work) => wait((seconds * 1000) / time_scale, work),
    hang: (seconds) => new Promise((resolve) => wait(seconds * 1000, resolve)),
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
