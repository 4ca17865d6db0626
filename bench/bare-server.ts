/** Node's own speed: a server with one fixed answer. It gets the answer by a message and replies with its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BareAnswer = { headers: Record<string, string | string[]>; body: Uint8Array }

process.once('message', ({ headers, body }: BareAnswer) => {
  const server = createServer((_, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
