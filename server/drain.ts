import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where whoever spreads the requests asks whether to send any. */
export const HEALTH = '/health'
/** What is still being answered after the door was closed has so long. */
const LAST_ANSWERS_MS = 3000
const LOOK_EVERY_MS = 25

export type Patience = {
  /** Nobody has asked for so long: whoever spreads the requests has understood. 0 for closing at once. */
  quiet_ms: number
  /** Then the door is closed whether it is quiet or not. */
  most_ms: number
  /** Other processes listen at the same door: new connections go to them from the beginning. */
  others_listen?: boolean
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
    async close({ quiet_ms, most_ms, others_listen = false }) {
      draining = true
      if (!server.listening) return
      const closed = once(server, 'close')
      // Only to new connections: the server's own `close` would end those that rest, of which one may just be asking.
      if (others_listen) Listener.prototype.close.call(server)
      asked_at_ms = performance.now()
      const give_up_at_ms = asked_at_ms + most_ms
      while (!isQuiet(quiet_ms) && performance.now() < give_up_at_ms) await sleep(LOOK_EVERY_MS)
      const hurry = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
      if (server.listening) server.close()
      server.closeIdleConnections()
      await closed
      clearTimeout(hurry)
    },
  }
}
