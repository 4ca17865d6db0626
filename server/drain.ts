import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The path at which a proxy asks whether to send requests. */
export const HEALTH = '/health'
/** How long the last answers may take after the port was closed. */
const LAST_ANSWERS_MS = 3000
const LOOK_EVERY_MS = 25

export type Patience = {
  /** After this long without a request, the proxy has understood. 0 for closing at once. */
  quiet_ms: number
  /** After this long the port is closed in any case. */
  most_ms: number
  /** Other processes listen on the same port: new connections go to them right away. */
  others_listen?: boolean
}

export type Drain = {
  /**
   * Tracks an answer until it ends. True when it has answered itself: while draining, /health tells the proxy to send
   * no more requests here.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  close(patience: Patience): Promise<void>
}

/**
 * Closes a server without cutting anybody off. A kept-alive connection may send its next request at the very moment it
 * is closed. So first every answer asks its connection to end, while new ones are still accepted; the port is closed
 * only when no more requests come.
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
      // Only for new connections: the server's own `close` would end idle ones, which may just be sending a request.
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
