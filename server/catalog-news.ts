import pg from 'pg'
import type { Logger } from './log.ts'

const RECONNECT_MS = 1000

/**
 * Listens, on one connection of its own, for changes of the catalog (migration 0001 sends them). After a lost connection
 * it calls `onChange` too, because nobody knows what was missed.
 */
export function listenForCatalogChanges(
  url: string,
  onChange: () => void,
  log: Logger,
): { stop(): Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'catalog-news' })
    next.on('notification', onChange)
    next.on('error', () => {})
    next.on('end', () => {
      if (!stopped) timer = setTimeout(connect, RECONNECT_MS)
    })
    try {
      await next.connect()
      await next.query('listen catalog_changed')
      client = next
      onChange()
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for changes of the catalog yet')
      await next.end().catch(() => {})
    }
  }
  void connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
