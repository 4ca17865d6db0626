import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDrain } from './drain.ts'

const agent = new Agent({ keepAlive: true })
afterEach(() => agent.destroy())

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((asked, response) => {
    if (!drain.answer(asked, response)) handle(asked, response)
  })
  const drain = createDrain(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const get = async (path: string) => {
    const asked = request({ port, host: '127.0.0.1', path, agent }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return { status: answer.statusCode, connection: answer.headers.connection, was_kept: asked.reusedSocket }
  }
  return { drain, get }
}

const PATIENCE = { quiet_ms: 300, most_ms: 20_000 }

test('connections that are kept and new ones are answered, and asked to end, until it is quiet', async () => {
  const { drain, get } = await serve((_, response) => response.end('ok'))
  expect(await get('/')).toMatchObject({ status: 200, connection: 'keep-alive' })
  const closed = drain.close(PATIENCE)
  expect(await get('/')).toEqual({ status: 200, connection: 'close', was_kept: true })
  expect(await get('/')).toEqual({ status: 200, connection: 'close', was_kept: false })
  expect(await get('/health')).toMatchObject({ status: 503 })
  await closed
  await expect(get('/')).rejects.toThrow('ECONNREFUSED')
})

test('what is being answered is answered to its end', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  const { drain, get } = await serve((_, response) => held.resolve(response))
  const asked = get('/slow')
  const response = await held.promise
  const closed = drain.close(PATIENCE)
  response.end('at last')
  expect(await asked).toMatchObject({ status: 200 })
  await closed
})

test('a door that should close at once does', async () => {
  const { drain, get } = await serve((_, response) => response.end('ok'))
  await get('/')
  await drain.close({ quiet_ms: 0, most_ms: 0 })
  await expect(get('/')).rejects.toThrow()
})
