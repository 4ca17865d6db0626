import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where whoever spreads the requests asks whether to send any. */
export const HEALTH = '/health'
/** What is still being answered after the door was closed has so long. */
const LAST_ANSWERS_MS = 3000
const LOOK_EVERY_MS = 25

type Patience = {
  /** Nobody has asked for so long: whoever spreads the requests has understood. 0 for closing at once. */
  quiet_ms: number
  /** Then the door is closed whether it is quiet or not. */
  most_ms: number
}

export type Drain = {
  /**
   * Takes note of an answer that takes its time. True when it has answered itself: while it drains, whoever watches
   * over /health is told to send nobody here.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  close(patience: Patience): Promise<void>
}

/**
 * Lets go of a server without cutting anybody off. A connection that is kept may carry its next request in the very
 * moment in which it is closed; so first every answer asks its connection to end, while new ones are still taken, and
 * only when nobody asks any more the door is closed.
 */
export function createDrain(server: Server): Drain {
  let draining = false
  let under_way = 0
  let asked_at_ms = 0
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false
    if (request.url !== HEALTH) asked_at_ms = performance.now()
  })

  const isQuiet = (quiet_ms: number) => under_way === 0 && performance.now() - asked_at_ms >= quiet_ms

  return {
    answer(request, response) {
      if (request.url !== HEALTH) {
        under_way++
        response.once('close', () => under_way--)
        return false
      }
      if (!draining) return false
      response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end('{"stopping":true}')
      return true
    },
    async close({ quiet_ms, most_ms }) {
      draining = true
      asked_at_ms = performance.now()
      const give_up_at_ms = asked_at_ms + most_ms
      while (!isQuiet(quiet_ms) && performance.now() < give_up_at_ms) await sleep(LOOK_EVERY_MS)
      if (server.listening) await closeDoor(server)
    },
  }
}

function closeDoor(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const hurry = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
    server.close(() => {
      clearTimeout(hurry)
      resolve()
    })
    server.closeIdleConnections()
  })
}
