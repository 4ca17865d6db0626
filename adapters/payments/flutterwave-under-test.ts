import { afterEach, beforeEach, expect, vi } from 'vitest'
import { flutterwave } from './flutterwave.ts'

type Request = { method: string; url: string; headers: Headers; json: unknown }
type Answer = { status?: number; body: unknown }

/** The adapter on a network that gives these `answers` in turn, then fails, and records the requests. */
export function flutterwaveUnderTest() {
  const requests: Request[] = []
  const api = {
    requests,
    answers: [] as Answer[],
    provider: flutterwave({
      base_url: 'https://api.flutterwave.example/v3',
      script_url: 'https://checkout.flutterwave.example/v3.js',
      public_key: 'FLWPUBK_TEST-1-X',
      secret_key: 'FLWSECK_TEST-0123456789abcdef-X',
      webhook_secret: 'my-secret-hash',
    }),
  }
  beforeEach(() => {
    requests.length = 0
    vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
      requests.push({
        method: method ?? '',
        url,
        headers: new Headers(headers),
        json: body && JSON.parse(String(body)),
      })
      const answer = api.answers.shift()
      if (!answer) throw new TypeError('fetch failed')
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      return new Response(text, { status: answer.status ?? 200 })
    })
  })
  afterEach(() => {
    expect(api.answers).toEqual([])
    vi.unstubAllGlobals()
  })
  return api
}

/** A successful answer of Flutterwave; `extra` goes beside its `data`. */
export const success = (data: unknown, extra: object = {}): Answer => ({
  body: { status: 'success', message: '', ...extra, data },
})
/** A refusal of Flutterwave. */
export const refusal = (status: number, message = 'No transaction was found for this id'): Answer => ({
  status,
  body: { status: 'error', message, data: null },
})
export const unavailable = { name: 'ProviderUnavailable' }
