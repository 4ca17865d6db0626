import type { Live, LiveListener } from '../app/services.ts'

/** Often enough that no proxy takes a quiet stream for a dead one. */
const BEAT_MS = 25_000

/** Whose screens are open in this process, and how to reach them. */
export type LiveHub = Live & {
  /** Something of this user's has changed; `news_id` is the newest notification, when one was written. */
  tell(user_id: string, news_id: number | null): void
  /** Nobody knows what was missed: every open screen looks for itself. */
  tellAll(): void
  /** Ends every stream, so that the server can stop. */
  stop(): void
}

export function createLive(): LiveHub {
  const listeners = new Map<string, Set<LiveListener>>()
  const all = function* () {
    for (const own of [...listeners.values()]) yield* [...own]
  }
  const beat = setInterval(() => {
    for (const listener of all()) listener({ kind: 'beat' })
  }, BEAT_MS)
  beat.unref()

  return {
    subscribe(user_id, listener) {
      const own = listeners.get(user_id) ?? new Set()
      listeners.set(user_id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(user_id) === own) listeners.delete(user_id)
      }
    },
    tell(user_id, news_id) {
      for (const listener of [...(listeners.get(user_id) ?? [])]) listener({ kind: 'news', news_id })
    },
    tellAll() {
      for (const listener of all()) listener({ kind: 'news', news_id: null })
    },
    stop() {
      clearInterval(beat)
      for (const listener of all()) listener({ kind: 'end' })
    },
  }
}

/** Passes on what `domain/notifications/tell-news.ts` sent. Nonsense on the channel is dropped. */
export function tellFromPayload(hub: LiveHub, payload: string): void {
  const [user_id = '', news_id = ''] = payload.split(' ')
  hub.tell(user_id, /^\d+$/.test(news_id) ? Number(news_id) : null)
}
