import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type LineKind = {
  /** The connection's speed to the phone, in bits per second. */
  bits_per_second: number
  /** The time to the server and back. */
  round_trip_ms: number
  /** The share of packets (0 to 1) that is lost and sent again. */
  loss: number
}

const PACKET_BYTES = 1400

/**
 * A phone's connection to `app_port`, as a proxy on a port of its own. Packets share its bandwidth and arrive in order;
 * a lost one arrives a TCP timeout later, and delays those behind it. `goDown` lets nothing through; `cut` also ends
 * open connections, as when a phone changes its cell.
 */
export async function openWeakLine(app_port: number, kind: LineKind, random: () => number) {
  const one_way_ms = kind.round_trip_ms / 2
  const open = new Set<Socket>()
  let free_at = 0
  let up_again_at = 0

  /** When a packet that leaves now arrives. */
  const arrivalOf = (bytes: number): number => {
    free_at = Math.max(free_at, performance.now(), up_again_at) + (bytes * 8000) / kind.bits_per_second
    let arrival = free_at + one_way_ms
    for (let wait = kind.round_trip_ms + 200; random() < kind.loss; wait *= 2) arrival += wait
    return arrival
  }
  const carry = async (from: Socket, to: Socket, pack: (chunk: Buffer) => Buffer) => {
    // The TCP handshake.
    await sleep(kind.round_trip_ms)
    let landed = Promise.resolve()
    for await (const chunk of from) {
      const bytes = pack(chunk as Buffer)
      for (let start = 0; start < bytes.length; start += PACKET_BYTES) {
        const packet = bytes.subarray(start, start + PACKET_BYTES)
        const arrival = arrivalOf(packet.length)
        landed = landed.then(() => lands(to, packet, arrival))
        // Packets leave one after the other, so that connections share the bandwidth.
        await sleep(Math.max(0, free_at - performance.now()))
      }
    }
    await landed
    to.end()
  }
  const lands = async (to: Socket, packet: Buffer, arrival: number) => {
    const stillWaits = () => Math.max(arrival, up_again_at) - performance.now()
    for (let wait = stillWaits(); wait > 0; wait = stillWaits()) await sleep(wait)
    if (!to.destroyed) to.write(packet)
  }

  const server = createServer(async (phone) => {
    const app = connect(app_port, '127.0.0.1')
    for (const socket of [phone, app]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        phone.destroy()
        app.destroy()
      })
    }
    carry(phone, app, asOwnRequest).catch(() => {})
    carry(app, phone, (chunk) => chunk).catch(() => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    goDown(seconds: number, cut: boolean): void {
      up_again_at = performance.now() + seconds * 1000
      if (cut) for (const socket of open) socket.resetAndDestroy()
    },
    close(): void {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

export type WeakLine = Awaited<ReturnType<typeof openWeakLine>>

/** A browser sends the whole address to a proxy, but only the path to a server. */
function asOwnRequest(chunk: Buffer): Buffer {
  return Buffer.from(chunk.toString('latin1').replace(/^([A-Z]+) http:\/\/[^/]+/, '$1 '), 'latin1')
}
