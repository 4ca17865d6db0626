import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

type Way = 'up' | 'down'

/**
 * A line to a server on this machine that can hang in the middle of a byte stream: from then on it takes new
 * connections and everything that is sent, and nothing comes out at the other end.
 */
export async function startHangingLine(to: string) {
  const port = Number(new URL(to).port)
  const sockets = new Set<Socket>()
  let left = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY }
  const relay = (from: Socket, into: Socket, way: Way) => {
    sockets.add(from)
    from.on('data', (bytes) => {
      const rest = Math.min(left.up, left.down) > 0 ? left[way] : 0
      left[way] -= bytes.length
      if (rest > 0 && !into.destroyed) into.write(bytes.subarray(0, rest))
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      into.destroy()
    })
  }
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1')
    relay(near, far, 'up')
    relay(far, near, 'down')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Hangs when so many more bytes have come through on one way. */
    hangAfter(way: Way, bytes: number) {
      left = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY, [way]: bytes }
    },
    /** What hung stays so; new connections come through. */
    mend() {
      for (const socket of sockets) socket.destroy()
      left = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
