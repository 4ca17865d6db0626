import type { Live, LiveListener } from '../app/services.ts'

/** Often enough that no proxy takes a quiet stream for a dead one. */
const BEAT_MS = 25_000

/** A phone, a tablet and a till, each with a forgotten tab or two. Beyond that the oldest stream is closed. */
const MOST_OF_ONE = 12
/** Each takes some 25 KB of memory. */
const MOST_IN_ALL = 15_000
/** A campus shares one address; but one that opens streams with ever new accounts leaves some to all others. */
const MOST_OF_ADDRESS = 12_000

/** The channel on which every process hears that a session was deleted, whoever did it (0000_baseline.sql). */
export const SESSION_ENDED_CHANNEL = 'session_ended'

/** The screens that are open in this process, and how to reach them. */
export type LiveHub = Live & {
  /** Something of this user or kitchen changed; `news_id` is the newest notification, if one was written. */
  tell(user_id: string, news_id: number | null): void
  /** Ends the streams opened by a session. */
  endSession(session_id: string): void
  /** News may have been missed: every open screen reloads its data, and one that needs a session reconnects with it. */
  tellAll(): void
  /** Ends every stream, so that the server can stop. */
  stop(): void
}

export function createLive({
  most_of_one = MOST_OF_ONE,
  most_in_all = MOST_IN_ALL,
  most_of_address = MOST_OF_ADDRESS,
} = {}): LiveHub {
  /** By whose streams they are, and by whose news they hear. */
  const listeners = new Map<string, Set<LiveListener>>()
  const hearers = new Map<string, Set<LiveListener>>()
  const sessions = new Map<LiveListener, string>()
  const addresses = new Map<string, Set<LiveListener>>()
  let open = 0
  const all = function* () {
    for (const own of [...listeners.values()]) yield* [...own]
  }
  let stopped = false
  const beat = setInterval(() => {
    for (const listener of all()) listener({ kind: 'beat' })
  }, BEAT_MS)
  beat.unref()

  return {
    hasRoom: (address) => open < most_in_all && (addresses.get(address)?.size ?? 0) < most_of_address,
    subscribe(key, listener, { session_id, hears = [key], address = '' } = {}) {
      const own = added(listeners, key, listener)
      for (const heard of hears) added(hearers, heard, listener)
      if (session_id !== undefined) sessions.set(listener, session_id)
      added(addresses, address, listener)
      open++
      const [oldest] = own
      if (own.size > most_of_one) oldest?.({ kind: 'crowded' })
      // A stream that opens while the server stops is ended at once, so that the browser reconnects elsewhere.
      if (stopped) setImmediate(() => own.has(listener) && listener({ kind: 'end' }))
      return () => {
        if (!own.has(listener)) return
        open--
        sessions.delete(listener)
        removed(addresses, address, listener)
        removed(listeners, key, listener)
        for (const heard of hears) removed(hearers, heard, listener)
      }
    },
    tell(user_id, news_id) {
      for (const listener of [...(hearers.get(user_id) ?? [])]) listener({ kind: 'news', news_id })
    },
    endSession(session_id) {
      for (const [listener, session] of [...sessions]) {
        if (session === session_id) listener({ kind: 'end' })
      }
    },
    tellAll() {
      for (const listener of all()) {
        listener(sessions.has(listener) ? { kind: 'end' } : { kind: 'news', news_id: null })
      }
    },
    stop() {
      stopped = true
      clearInterval(beat)
      for (const listener of all()) listener({ kind: 'end' })
    },
  }
}

type Listeners = Map<string, Set<LiveListener>>

function added(to: Listeners, key: string, listener: LiveListener): Set<LiveListener> {
  const those = (to.get(key) ?? new Set()).add(listener)
  to.set(key, those)
  return those
}

function removed(from: Listeners, key: string, listener: LiveListener): void {
  const those = from.get(key)
  those?.delete(listener)
  if (those?.size === 0) from.delete(key)
}

/** Passes on what `domain/notifications/bell/tell-screens.ts` sent. Ignores an invalid payload. */
export function tellFromPayload(hub: LiveHub, payload: string): void {
  const [user_id = '', news_id = ''] = payload.split(' ')
  hub.tell(user_id, /^\d+$/.test(news_id) ? Number(news_id) : null)
}
