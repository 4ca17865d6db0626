/**
 * The program that holds thousands of event streams open and notes when each gets an event. It only reads bytes. `open`
 * answers once every stream is open; `await` once each has got one more event.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type StreamLoad = { kind: 'open'; port: number; paths: string[] } | { kind: 'await' }
/** When each stream got the next event, in milliseconds since 1970. */
export type StreamLoadResult = { open: number; heard_at_ms: number[] }

/** How many are opened side by side. */
const AT_ONCE = 200
const EVENT = 'event: news'

type Stream = { heard: number; at_ms: number }
const streams: Stream[] = []
let baseline = new Map<Stream, number>()

process.on('message', async (load: StreamLoad) => {
  const result = load.kind === 'open' ? await open(load.port, load.paths) : await awaitEvent()
  process.send?.(result)
})

async function open(port: number, paths: string[]): Promise<StreamLoadResult> {
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    await Promise.all(paths.slice(from, from + AT_ONCE).map((path) => openOne(port, path)))
  }
  // Every stream gets one event right after it opens.
  while (streams.some((stream) => stream.heard === 0)) await sleep(50)
  baseline = new Map(streams.map((stream) => [stream, stream.heard]))
  return { open: streams.length, heard_at_ms: [] }
}

async function awaitEvent(): Promise<StreamLoadResult> {
  const waiting = () => streams.filter((stream) => stream.heard === (baseline.get(stream) ?? 0))
  const ends_at = Date.now() + 60_000
  while (waiting().length > 0 && Date.now() < ends_at) await sleep(20)
  const heard = streams.filter((stream) => stream.heard > (baseline.get(stream) ?? 0))
  baseline = new Map(streams.map((stream) => [stream, stream.heard]))
  return { open: streams.length, heard_at_ms: heard.map((stream) => stream.at_ms) }
}

function openOne(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const stream: Stream = { heard: 0, at_ms: 0 }
    let begun = false
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`))
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (!begun) {
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(`no stream: ${text.split('\r\n')[0]}`))
        begun = true
        streams.push(stream)
        resolve()
      }
      for (let at = text.indexOf(EVENT); at >= 0; at = text.indexOf(EVENT, at + 1)) {
        stream.heard++
        stream.at_ms = Date.now()
      }
    })
  })
}
