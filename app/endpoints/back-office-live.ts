import type { Db } from '../../db/open.ts'
import { noteSeenRider } from '../../domain/delivery/note-seen-rider.ts'
import { readBell } from '../../domain/notifications/bell.ts'
import { deskPulse } from '../../domain/notifications/desk-pulse.ts'
import { requireSignedIn } from '../account/require-role.ts'
import { type LiveEvent, services_context } from '../services.ts'
import type { Route } from './+types/back-office-live'

/** A stream ends after so many heartbeats (a quarter of an hour), so that the session is looked at again. */
const MOST_BEATS = 36
/** How often an admin's screen is told of what others did. */
const PULSE_MS = 2000

/**
 * Tells the open screen of whoever is signed in that something of theirs changed (server-sent events). `Last-Event-ID`, or
 * `after` on the first connection, is the newest notification the screen knows: a newer one is told at once.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { db, live } = services
  const { actor } = await requireSignedIn(context, request)
  const known = Number(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after'))
  const encoder = new TextEncoder()
  // What could not be noted is noted with the next beat.
  const noteSeen = () => void noteSeenRider(services, actor).catch(() => {})
  let leave = () => {}

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      let beats = 0
      const end = () => {
        leave()
        controller.close()
      }
      const hear = (event: LiveEvent) => {
        if (event.kind === 'end' || (event.kind === 'beat' && ++beats >= MOST_BEATS)) return end()
        if (event.kind === 'beat') noteSeen()
        controller.enqueue(encoder.encode(event.kind === 'beat' ? ': beat\n\n' : newsEvent(event.news_id)))
      }
      controller.enqueue(encoder.encode('retry: 3000\n\n'))
      // First listen, then look: what comes in between is told twice rather than never.
      const unsubscribe = live.subscribe(actor.user_id, hear)
      noteSeen()
      const stopPulse =
        actor.role === 'admin' ? watchPulse(db, () => hear({ kind: 'news', news_id: null })) : () => {}
      leave = () => {
        stopPulse()
        unsubscribe()
      }
      request.signal.addEventListener('abort', () => leave(), { once: true })
      const newest = (await readBell(db, actor.user_id)).latest[0]?.id ?? 0
      if (newest > (known || 0)) hear({ kind: 'news', news_id: newest })
    },
    cancel: () => leave(),
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}

function newsEvent(news_id: number | null): string {
  return `${news_id === null ? '' : `id: ${news_id}\n`}event: news\ndata: changed\n\n`
}

/** Calls `changed` once at the start, for what came in since the page was made, and whenever the marketplace has moved on. */
function watchPulse(db: Db, changed: () => void): () => void {
  let last = ''
  let asking = false
  let stopped = false
  const ask = async () => {
    if (asking) return
    asking = true
    try {
      const pulse = await deskPulse(db)
      if (pulse !== last && !stopped) changed()
      last = pulse
    } catch {
      // A database that is away for a moment is asked again.
    } finally {
      asking = false
    }
  }
  void ask()
  const timer = setInterval(ask, PULSE_MS)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}
