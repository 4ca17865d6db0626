import type { Clock } from '../../domain/clock.ts'
import { visitorOf } from '../request/visitor.ts'
import type { Live, LiveEvent } from '../services.ts'

const RETRY_MS = 3000
/** A page whose stream had to make room tries again after this time; until then it polls. */
const CROWDED_RETRY_MS = 60_000

export type EventStream = {
  /** Whose stream it is: an account's or a checkout's. */
  key: string
  /** Whose news it tells, where not those of its owner: a kitchen's. */
  hears?: readonly string[]
  /** The stream ends with this session. */
  session_id?: string
  /** Whose time its heartbeats tell. */
  clock: Clock
  /** It ends after so many heartbeats, and the page opens another. */
  most_beats: number
  onBeat?(): void
  /** Called once it listens: tells what came in before that. */
  begin(hear: (event: LiveEvent) => void): Promise<void> | void
}

/** An answer that stays open and tells of news (server-sent events). 503 while there is no room for another one. */
export function eventStream(request: Request, live: Live, wanted: EventStream): Response {
  const address = visitorOf(request)
  if (!live.hasRoom(address)) {
    const headers = { 'retry-after': String(CROWDED_RETRY_MS / 1000), 'content-type': 'text/plain' }
    return new Response('Many pages are open right now. This one looks for news by itself.', {
      status: 503,
      headers,
    })
  }
  const encoder = new TextEncoder()
  let leave = () => {}

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      let beats = 0
      let open = true
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const hear = (event: LiveEvent) => {
        if (!open) return
        if (event.kind === 'news') return send(newsEvent(event.news_id))
        if (event.kind === 'beat' && ++beats < wanted.most_beats) {
          wanted.onBeat?.()
          return send(beat(wanted.clock))
        }
        if (event.kind === 'crowded') send(`retry: ${CROWDED_RETRY_MS}\n\n`)
        leave()
        controller.close()
      }
      send(`retry: ${RETRY_MS}\n\n${beat(wanted.clock)}`)
      // First listen, then look: what comes in between is told twice rather than never.
      const unsubscribe = live.subscribe(wanted.key, hear, { ...wanted, address })
      leave = () => {
        open = false
        unsubscribe()
      }
      request.signal.addEventListener('abort', () => leave(), { once: true })
      try {
        await wanted.begin(hear)
      } catch (error) {
        // Before the stream breaks: into a broken one nothing may be written.
        leave()
        throw error
      }
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

/** A page that heard one knows by their absence that nothing comes through any more. No page hears a comment. */
function beat(clock: Clock): string {
  return `event: beat\ndata: ${clock.now().getTime()}\n\n`
}

function newsEvent(news_id: number | null): string {
  return `${news_id === null ? '' : `id: ${news_id}\n`}event: news\ndata: changed\n\n`
}
