import { createHash } from 'node:crypto'
import {
  type Attributes,
  context,
  createContextKey,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/**
 * What is told of one order to whoever collects traces (docs/decisions/090). Without a collector nothing is noted and
 * nothing costs: the library's interface alone is loaded, and does nothing. Keys and names are the same for every copy
 * of this file, of which the pages' build has one.
 */

/** In which trace a span begins that has none around it; read by server/tracing.ts. */
export const TRACE_ID = createContextKey('chowgate.trace-id')
const PIECE = createContextKey('chowgate.piece')

/** A request or a step of the worker. Its span begins when it is known what it is about, with the time of its start. */
type Piece = { name: string; kind: SpanKind; started_ms: number; attributes: Attributes; span?: Span }

type Told = {
  attributes?: Attributes
  kind?: SpanKind
  /** The tx_ref of the checkout. */
  about?: string | null
}

/** Everything about one checkout, in any process, is one trace: its number follows from the payment's reference. */
export function traceIdOf(tx_ref: string): string {
  return createHash('sha256').update(tx_ref).digest('hex').slice(0, 32)
}

/** A request, or a step of the worker, around everything that is done in it. Nothing personal may be told of it. */
export async function tracedPiece<T>(
  name: string,
  { attributes = {}, kind = SpanKind.INTERNAL, about }: Told,
  work: () => Promise<T>,
): Promise<T> {
  const piece: Piece = { name, kind, started_ms: performance.now(), attributes }
  const around = context.active().setValue(PIECE, piece)
  if (about) context.with(around, () => surrounding(traceIdOf(about)))
  try {
    return await context.with(around, work)
  } catch (error) {
    piece.span?.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    const span = piece.span ?? begin(piece)
    span.updateName(piece.name).setAttributes(piece.attributes).end()
  }
}

/** Says more of the request or the step that is under way; nothing where there is none. */
export function tellOfPiece(name: string, attributes: Attributes): void {
  const piece = context.active().getValue(PIECE) as Piece | undefined
  if (!piece) return
  piece.name = name
  Object.assign(piece.attributes, attributes)
}

/**
 * A part of what is under way: a verb, a transaction, a question to a provider. It stands in the trace of the checkout
 * that it is `about`; where something else is under way around it, linked to that. Without any of both it is not noted.
 */
export async function traced<T>(name: string, told: Told, work: (span: Span | null) => Promise<T>): Promise<T> {
  const { attributes, kind = SpanKind.INTERNAL, about } = told
  const wanted = about ? traceIdOf(about) : undefined
  const around = surrounding(wanted)
  if (!around && !wanted) return work(null)
  const options = { attributes, kind }
  const span =
    around && (!wanted || around.spanContext().traceId === wanted)
      ? tracer().startSpan(name, options, trace.setSpan(context.active(), around))
      : root(wanted, () => {
          const links = around ? [{ context: around.spanContext() }] : []
          return tracer().startSpan(name, { ...options, links, root: true })
        })
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(span))
  } catch (error) {
    // Its words may hold a person; the log has them, without.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : '' })
    throw error
  } finally {
    span.end()
  }
}

const tracer = () => trace.getTracer('chowgate')

/** The span that is under way, begun in the trace that is wanted if it has not begun yet. */
function surrounding(wanted: string | undefined): Span | undefined {
  const piece = context.active().getValue(PIECE) as Piece | undefined
  const active = trace.getSpan(context.active())
  if (active || !piece) return active
  return begin(piece, wanted)
}

function begin(piece: Piece, wanted?: string): Span {
  const { name, kind, started_ms } = piece
  piece.span ??= root(wanted, () => tracer().startSpan(name, { kind, startTime: started_ms, root: true }))
  return piece.span
}

function root(wanted: string | undefined, start: () => Span): Span {
  return context.with(context.active().setValue(TRACE_ID, wanted), start)
}
