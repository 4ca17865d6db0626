import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { PageCache } from '../app/page/page-cache.ts'

/** A server with nothing but these pages, stopped after the last test of a file. Answers where a page is found. */
export function servingPages(pages: () => PageCache): (path: string) => string {
  const server = createServer((request, response) => {
    if (!pages().answer(request, response)) response.writeHead(404).end()
  })
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}
