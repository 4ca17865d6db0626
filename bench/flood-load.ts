/**
 * The program that sends one flood: every request at once, each on a connection of its own, to this machine only. When
 * all are answered or cut off, it answers how often each status came. Streams are held for `hold_seconds`.
 */
import { request } from 'node:http'
import { getPriority, setPriority } from 'node:os'

export type FloodRequest = { path: string; headers: Record<string, string>; body?: Buffer }
export type FloodLoad = { port: number; requests: FloodRequest[]; hold_seconds: number }
export type FloodResult = { statuses: Record<string, number>; still_open: number; seconds: number }

const LONGEST_SECONDS = 60

// A real flood comes from other machines; here it must not take the cores from what is measured.
setPriority(Math.min(getPriority() + 10, 19))

process.on('message', async (load: FloodLoad) => {
  process.send?.(await send(load))
})

async function send({ port, requests, hold_seconds }: FloodLoad): Promise<FloodResult> {
  const began = performance.now()
  const statuses: Record<string, number> = {}
  const outcomes = await Promise.all(requests.map((one) => ask(port, one, hold_seconds)))
  for (const { status } of outcomes) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    statuses,
    still_open: outcomes.filter(({ held }) => held).length,
    seconds: (performance.now() - began) / 1000,
  }
}

function ask(
  port: number,
  { path, headers, body }: FloodRequest,
  hold_seconds: number,
): Promise<{ status: string; held: boolean }> {
  return new Promise((resolve) => {
    let status = 'cut off'
    const method = body ? 'POST' : 'GET'
    const size = body ? { 'content-length': String(body.length) } : {}
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { ...headers, ...size },
      agent: false,
    })
    const finish = (held: boolean) => {
      clearTimeout(end)
      asked.destroy()
      resolve({ status, held })
    }
    const end = setTimeout(() => finish(status === '200'), (hold_seconds || LONGEST_SECONDS) * 1000)
    asked.on('response', (response) => {
      status = String(response.statusCode)
      response.resume()
      response.on('close', () => finish(false))
    })
    asked.on('error', () => finish(false))
    asked.end(body)
  })
}
