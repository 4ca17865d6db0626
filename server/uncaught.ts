import type { EventEmitter } from 'node:events'

type Uncaught = {
  /** What the app lives through is written here. */
  survive(error: unknown): void
  /** What it cannot: says so in one line and ends. */
  end(line: string): void
}

/**
 * The last net under the process. A fault of the machine or the line (a connection reset, a full disk) that reached
 * nobody's hands, and a promise that nobody waited for, concern one request or one row that is tried again: the app
 * goes on. Anything else that was thrown and not caught may have left the memory half changed,
 * so the app ends in order.
 */
export function catchTheUncaught(process: EventEmitter, { survive, end }: Uncaught): void {
  process.on('uncaughtException', (error: unknown, origin: string) => {
    if (origin === 'unhandledRejection' || isOfTheMachine(error)) return survive(error)
    const reason = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error)
    end(`The app ends because of a fault of its own (${reason}). Nothing that was paid is lost: start it again.`)
  })
}

/** Node names the system's call, PostgreSQL's driver the severity that the server told. */
function isOfTheMachine(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || 'severity' in error)
}

/** Output that cannot be written (a terminal that is gone, a full disk under the log) is no reason to end. */
export function surviveLostOutput(...outputs: readonly EventEmitter[]): void {
  for (const output of outputs) output.on('error', () => {})
}
