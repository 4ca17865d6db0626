import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type SandboxOptions, startSandbox } from './start.ts'

export const keys = {
  secret_key: 'FLWSECK_TEST-0123456789abcdef-X',
  public_key: 'FLWPUBK_TEST-0123456789abcdef-X',
  webhook_secret: 'my-secret-hash',
  paystack_secret_key: 'sk_test_abc',
  smarthive_api_key: 'SMTPUBK_abc',
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an answer, and fails where it is missing
type Json = any

export type Answer = { status: number; body: Json }

const key_of: [prefix: string, header: string, value: string][] = [
  ['/flutterwave/v3/', 'authorization', `Bearer ${keys.secret_key}`],
  ['/paystack/', 'authorization', `Bearer ${keys.paystack_secret_key}`],
  ['/smarthive/', 'x-api-key', keys.smarthive_api_key],
  ['/nominatim/', 'user-agent', 'CampusFood/1.0 (test)'],
]

/** A sandbox for one test, in memory, gone when the test ends; calls carry the right key unless told otherwise. */
export async function sandboxUnderTest(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    data_dir: null,
    webhook_url: null,
    app_url: 'http://localhost:3000',
    ...keys,
    ...options,
  })
  onTestFinished(() => sandbox.close())

  async function call(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    const known = key_of.filter(([prefix]) => path.startsWith(prefix)).map(([, name, value]) => [name, value])
    const answer = await fetch(sandbox.url + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(known), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const is_json = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: is_json ? JSON.parse(text) : text }
  }

  return {
    ...sandbox,
    call,
    get: (path: string, headers = {}) => call('GET', path, undefined, headers),
    post: (path: string, body: unknown = {}, headers = {}) => call('POST', path, body, headers),
    set: (behaviour: object) => call('PUT', '/control/behaviour', behaviour),
    async pay(order: object = {}): Promise<Json> {
      const asked = { tx_ref: 'CHOW-1', amount: 2600, customer: { email: 'ada@example.com' }, ...order }
      return (await call('POST', '/control/pay', asked)).body.data
    },
  }
}

export type ReceivedWebhook = { headers: http.IncomingHttpHeaders; raw: string; body: Json }

/** A merchant's webhook address that stores what it gets and answers with these statuses, repeating the last one. */
export async function webhookCatcher(...statuses: number[]) {
  const received: ReceivedWebhook[] = []
  const server = http.createServer((request, response) => {
    let raw = ''
    request.on('data', (chunk) => {
      raw += chunk
    })
    request.on('end', () => {
      const body = raw.startsWith('{') ? JSON.parse(raw) : null
      response.statusCode = statuses[received.length] ?? statuses.at(-1) ?? 200
      received.push({ headers: request.headers, raw, body })
      response.end('noted')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, received }
}
