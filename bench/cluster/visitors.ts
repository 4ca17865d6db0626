import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpClient, httpClient } from '../http-client.ts'

/** What those saw who looked around while something was broken. */
export type Seen = { answered: number; late: number; failed: Record<string, number> }

const LATE_MS = 5000

/** Asks for the pages in turn, every so often, until `stop`. Only 200 is an answer; what the others were is counted. */
export function lookAround({
  shop,
  pages,
  every_ms,
}: {
  shop: { url: string; doors: readonly string[] }
  pages: readonly { path: string; cookie?: string }[]
  every_ms: number
}): { stop(): Promise<Seen> } {
  const client = httpClient('127.2.0.1', shop)
  const took_ms: number[] = []
  const failed: Record<string, number> = {}
  const fail = (path: string, why: string) => {
    const what = `${why} at ${path}`
    failed[what] = (failed[what] ?? 0) + 1
  }
  let going = true
  const asked: Promise<void>[] = []
  const loop = (async () => {
    for (let n = 0; going; n++) {
      const page = pages[n % pages.length]
      if (page) asked.push(look(client, shop.url, page, took_ms, fail))
      await sleep(every_ms)
    }
  })()
  return {
    async stop() {
      going = false
      await loop
      await Promise.all(asked)
      client.close()
      return { answered: took_ms.length, late: took_ms.filter((ms) => ms > LATE_MS).length, failed }
    },
  }
}

async function look(
  client: HttpClient,
  url: string,
  { path, cookie }: { path: string; cookie?: string },
  took_ms: number[],
  fail: (path: string, why: string) => void,
): Promise<void> {
  const began = performance.now()
  const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
  try {
    const { status, headers: answered } = await client.get(url + path, headers)
    const ms = performance.now() - began
    if (status !== 200) fail(path, answered.location ? `led to ${answered.location.split('?')[0]}` : `HTTP ${status}`)
    else took_ms.push(ms)
  } catch (error) {
    fail(path, error instanceof Error ? error.message : String(error))
  }
}
