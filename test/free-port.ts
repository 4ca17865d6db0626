import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** The system may offer a port again as soon as it is free, so this process remembers those it was given. */
const given = new Set<number>()

/** A port that nobody listens on at this moment; another one each time. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}
