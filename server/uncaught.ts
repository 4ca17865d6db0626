import type { EventEmitter } from 'node:events'

type Uncaught = {
  /** Logs an error that the app survives. */
  survive(error: unknown): void
  /** Ends the app after an error that it cannot survive, with this one line. */
  end(line: string): void
}

/**
 * Handles what nobody caught. A fault of the machine or the network (a connection reset, a full disk), or a rejected
 * promise that nobody awaited, concerns one request or one row that is tried again: the app continues. Any other
 * uncaught exception may have left the memory inconsistent, so the app stops in order.
 */
export function catchTheUncaught(process: EventEmitter, { survive, end }: Uncaught): void {
  process.on('uncaughtException', (error: unknown, origin: string) => {
    if (origin === 'unhandledRejection' || isOfTheMachine(error)) return survive(error)
    const reason = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error)
    end(`The app ends because of a fault of its own (${reason}). Nothing that was paid is lost: start it again.`)
  })
}

/** Node names the system call, PostgreSQL's driver the severity reported by the server. */
function isOfTheMachine(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || 'severity' in error)
}

/** Output that cannot be written (a closed terminal, a full disk under the log) is no reason to end. */
export function surviveLostOutput(...outputs: readonly EventEmitter[]): void {
  for (const output of outputs) output.on('error', () => {})
}
