import pg from 'pg'
import type { Logger } from './log.ts'

const RECONNECT_MS = 1000

/** A connection that died silently (a router forgot it) looks like one without news, so it is queried now and then. */
const PULSE = { every_ms: 60_000, patience_ms: 10_000 }

/** What to do with the news of each database channel; the key is the channel's name. */
export type NewsHandlers = Readonly<Record<string, (payload: string) => void>>

/**
 * Listens, on one connection per process, to the database's notifications: changes of the catalog (0000_baseline.sql),
 * news for open screens (domain/notifications/bell/tell-screens.ts). After a lost connection it calls `onConnected`
 * again, because news may have been missed.
 */
export function listenToDatabase(
  url: string,
  handlers: NewsHandlers,
  onConnected: () => void,
  log: Logger,
  pulse = PULSE,
): { stop(): Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const beat = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch((error: unknown) => {
      if (stopped || client !== asked) return
      log.warn({ err: error }, 'the connection for database news is dead; opening another')
      client = null
      // Not awaited: the other end may never answer.
      asked.end().catch(() => {})
    })
  }, pulse.every_ms)
  beat.unref()

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'news',
      keepAlive: true,
      query_timeout: pulse.patience_ms,
      connectionTimeoutMillis: pulse.patience_ms,
    })
    next.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''))
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next) client = null
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(connect, RECONNECT_MS)
    })
    try {
      await next.connect()
      for (const channel of Object.keys(handlers)) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      client = next
      onConnected()
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for database news yet')
      await next.end().catch(() => {})
    }
  }
  void connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(beat)
      await client?.end().catch(() => {})
    },
  }
}
