import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { listenToDatabase } from './database-news.ts'

const database = await createTestDatabase()
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
afterAll(() => database.close())

/** A connection to the database that can die silently, as behind a router that forgot it. */
async function forgetfulLine() {
  const { port, hostname } = new URL(database.url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.pipe(far)
    far.pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(database.url)
  // The test's PostgreSQL would be reached by its socket, bypassing this proxy.
  url.search = ''
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    forget() {
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const tell = (payload: string) => database.db.execute(sql`select pg_notify('canteen', ${payload})`)

test('a line that died without a word is noticed, replaced, and what was missed is looked up', async () => {
  const line = await forgetfulLine()
  const heard: string[] = []
  const onConnected = vi.fn()
  const news = listenToDatabase(line.url, { canteen: (payload) => heard.push(payload) }, onConnected, log, {
    every_ms: 50,
    patience_ms: 500,
  })
  try {
    await vi.waitFor(() => expect(onConnected).toHaveBeenCalledTimes(1), { timeout: 10_000 })
    await tell('before')
    await vi.waitFor(() => expect(heard).toEqual(['before']), { timeout: 10_000 })

    line.forget()
    await vi.waitFor(() => expect(onConnected.mock.calls.length).toBeGreaterThan(1), { timeout: 20_000 })
    await tell('after')
    await vi.waitFor(() => expect(heard).toContain('after'), { timeout: 10_000 })
  } finally {
    await news.stop()
    line.close()
  }
})
