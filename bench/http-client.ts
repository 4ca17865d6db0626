import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; header_bytes: number }

export type HttpClient = {
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body: string, headers?: Record<string, string>): Promise<Answer>
  close(): void
}

/**
 * Keeps its connections, and returns bodies as they were sent: compressed ones stay compressed. On this machine it
 * may come from any address that begins with 127, as visitors of a proxy come from their own. `shop.doors`
 * are the addresses that the name of `shop.url` leads to: as a browser does, it goes to the next where one lets nobody
 * in; and a page whose connection breaks is asked for again there, as people do.
 */
export function httpClient(from_address?: string, shop?: { url: string; doors: readonly string[] }): HttpClient {
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo', ...(from_address && { localAddress: from_address }) })
  const askAt = (
    door: string | undefined,
    method: string,
    url: string,
    headers: Record<string, string>,
    body: string,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const at = door ? { hostname: door, headers: { host: new URL(url).host, ...headers } } : { headers }
      const asked = request(url, { method, agent, timeout: 30_000, ...at }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            header_bytes: headerBytes(response.rawHeaders),
          }),
        )
      })
      asked.on('error', reject)
      asked.on('timeout', () => asked.destroy(new Error('no answer within 30 seconds')))
      asked.end(body)
    })
  const ask = async (method: string, url: string, headers: Record<string, string>, body: string) => {
    const doors = shop && url.startsWith(`${shop.url}/`) ? shop.doors : []
    if (doors.length === 0) return askAt(undefined, method, url, headers, body)
    for (let n = 0; ; n++) {
      try {
        return await askAt(doors[n % doors.length], method, url, headers, body)
      } catch (error) {
        const { code } = error as { code?: string }
        const goes_on = code === 'ECONNREFUSED' || (code === 'ECONNRESET' && method === 'GET')
        if (!goes_on || n >= doors.length) throw error
      }
    }
  }
  return {
    get: (url, headers = {}) => ask('GET', url, headers, ''),
    post: (url, body, headers = {}) =>
      ask('POST', url, { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body),
    close: () => agent.destroy(),
  }
}

/** The text of an answer, however it was packed. */
export function textOf({ headers, body }: Pick<Answer, 'headers' | 'body'>): string {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

/** The size of the status line and the headers on the wire. */
function headerBytes(raw: readonly string[]): number {
  const status_line_and_end = 'HTTP/1.1 200 OK\r\n\r\n'.length
  return raw.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, status_line_and_end)
}
