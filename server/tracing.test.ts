import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { traced, tracedPiece, traceIdOf } from '../domain/trace.ts'
import { ada } from '../test/ada.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { paidOrderFor } from '../test/paid-order.ts'
import { type Parts, patience, startParts } from '../test/start-parts.ts'
import { insertVendor } from '../test/world.ts'
import { startTracing } from './tracing.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; links?: { traceId: string }[] }
type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

/** A collector that takes OTLP in JSON and keeps it; told to `hang`, it never answers. */
async function startCollector() {
  const spans: (Span & { service: string })[] = []
  const collector = { spans, hangs: false, everything: '', asked: 0, url: '', close: () => {} }
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as Export
    collector.asked++
    if (collector.hangs) return
    collector.everything += JSON.stringify(sent)
    for (const { resource, scopeSpans } of sent.resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  collector.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return collector
}

let collector: Awaited<ReturnType<typeof startCollector>>
let database: TestDatabase
let app: Parts

beforeAll(async () => {
  collector = await startCollector()
  database = await createTestDatabase()
})
afterAll(async () => {
  await app?.stop()
  collector.close()
  await database.close()
})

test('one order is one trace: the pages, the webhook, the provider, the worker, the message', async () => {
  app = await startParts(database.url, { WEB: '1', WORKERS: '1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const vendor = await insertVendor(database.db)
  await paidOrderFor({ ...app, db: database.db }, vendor)
  const { rows } = await database.db.execute<{ tx_ref: string }>(sql`select tx_ref from checkouts`)
  const trace_id = traceIdOf(rows[0]?.tx_ref ?? '')
  const ofOrder = () => collector.spans.filter((span) => span.traceId === trace_id)
  const seen = (service: string) => ofOrder().flatMap((span) => (span.service === service ? [span.name] : []))
  const provider = `GET ${new URL(app.sandbox.url).host}`
  await expect.poll(() => seen('chowgate-worker'), patience).toContain('send text messages')
  await expect
    .poll(() => seen('chowgate-web'), patience)
    .toEqual(
      expect.arrayContaining([
        'POST /order-summary/attempt',
        'start payment',
        'POST /webhooks/flutterwave',
        'receive webhook',
      ]),
    )
  const everywhere = ofOrder().map(({ name }) => name)
  expect(everywhere).toEqual(expect.arrayContaining(['settle checkout', 'transaction', 'checkout_paid', provider]))
  // The provider was asked within the settlement, wherever that was.
  const settlements = new Set(ofOrder().flatMap(({ name, spanId }) => (name === 'settle checkout' ? [spanId] : [])))
  expect(ofOrder().some(({ name, parentSpanId }) => name === provider && settlements.has(parentSpanId ?? ''))).toBe(
    true,
  )
  expect(collector.everything).not.toMatch(new RegExp(`${ada.email}|${ada.phone}|803 ?123|Jadesola|[?&]order=`))
}, 400_000)

test('a collector that hangs or is down costs nobody anything, and one line says so', async () => {
  const warn = vi.fn()
  const log = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() }
  const down = await startCollector()
  down.hangs = true
  const stop = await startTracing(down.url, 'test', log)
  try {
    const verb = () => traced('a verb', { about: 'CHOW-1' }, async () => 'done')
    expect(await tracedPiece('GET', {}, verb)).toBe('done')
    await expect.poll(() => warn.mock.calls, patience).toHaveLength(1)
    down.close()
    expect(await tracedPiece('GET', {}, verb)).toBe('done')
  } finally {
    await stop()
  }
  expect(warn).toHaveBeenCalledTimes(1)
}, 60_000)

test('what is under way stands in the trace of the first checkout it is about, and is linked from others', async () => {
  const own = await startCollector()
  const stop = await startTracing(own.url, 'test', { debug() {}, info() {}, warn() {}, error() {} })
  await tracedPiece('POST', {}, async () => {
    await traced('one', { about: 'CHOW-1' }, () => traced('within', {}, async () => {}))
    await traced('other', { about: 'CHOW-2' }, async () => {})
  })
  await traced('of nothing', {}, async () => {})
  await expect(tracedPiece('a step', {}, () => Promise.reject(new Error(ada.email)))).rejects.toThrow()
  await stop()
  own.close()
  const span = (name: string) => own.spans.find((known) => known.name === name)
  expect(own.spans.map(({ name }) => name).sort()).toEqual(['POST', 'a step', 'one', 'other', 'within'])
  expect(span('POST')?.traceId).toBe(traceIdOf('CHOW-1'))
  expect(span('one')).toMatchObject({ traceId: traceIdOf('CHOW-1'), parentSpanId: span('POST')?.spanId })
  expect(span('within')?.parentSpanId).toBe(span('one')?.spanId)
  expect(span('other')).toMatchObject({ traceId: traceIdOf('CHOW-2'), links: [{ traceId: traceIdOf('CHOW-1') }] })
  expect(own.everything).not.toContain(ada.email)
})

test('without a collector nothing is noted, and everything is done', async () => {
  expect(
    await tracedPiece('POST', {}, () => traced('a verb', { about: 'CHOW-1' }, async (span) => span?.isRecording())),
  ).toBe(false)
})
