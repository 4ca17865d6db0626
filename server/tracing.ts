import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from './log.ts'

/** An exporter that has no answer by then has none. */
const EXPORT_MS = 5000
/** What is not sent yet when a process ends is worth so long. */
const LAST_MS = 1000
/** What a collector that is down costs: so many spans in memory, and those after them are dropped. */
const MOST_WAITING = 2048

/**
 * Sends what is traced (domain/trace.ts) to an OpenTelemetry collector. Its libraries are loaded here, so that nobody
 * who has none carries them. A collector that is down or hangs holds up nobody; one line of the log says so.
 * Answers how to end it.
 */
export async function startTracing(endpoint: string, service: string, log: Logger): Promise<() => Promise<void>> {
  const [{ context, trace }, { TRACE_ID }, sdk, { AsyncLocalStorageContextManager }, otlp, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('../domain/trace.ts'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const sender = new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS })
  let is_lost = false
  const exporter: SpanExporter = {
    export(spans, done) {
      sender.export(spans, (result) => {
        const lost = result.code !== 0
        if (lost && !is_lost)
          log.warn({ err: result.error }, 'the collector takes no traces; they are dropped meanwhile')
        is_lost = lost
        done(result)
      })
    },
    shutdown: () => sender.shutdown(),
  }
  const random = new sdk.RandomIdGenerator()
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    idGenerator: {
      generateSpanId: () => random.generateSpanId(),
      generateTraceId: () => (context.active().getValue(TRACE_ID) as string | undefined) ?? random.generateTraceId(),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, maxQueueSize: MOST_WAITING, exportTimeoutMillis: EXPORT_MS }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    const over = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref())
    await Promise.race([provider.shutdown().catch(() => {}), over])
    trace.disable()
    context.disable()
  }
}
