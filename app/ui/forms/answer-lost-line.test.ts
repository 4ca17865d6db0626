import { type DataStrategyResult, data, RouterContextProvider, UNSAFE_ErrorResponseImpl } from 'react-router'
import { expect, test } from 'vitest'
import { answerLostLine, isLostLine } from './answer-lost-line.ts'

/** What the router gets of `result`, when a request of this method ended with it. */
async function heard(method: string, result: DataStrategyResult, signal?: AbortSignal) {
  const url = new URL('http://localhost/food')
  const request = new Request(url, { method, signal: signal ?? null })
  const args = { request, url, params: {}, pattern: '/food', context: new RouterContextProvider() }
  const results = await answerLostLine(args, async () => ({ 'vendor/food': result }))
  return results?.['vendor/food']
}

const error = (result: unknown): DataStrategyResult => ({ type: 'error', result })

test.each([
  ['no connection', error(new TypeError('Failed to fetch'))],
  ['no connection, as the router wraps it', error(data(new TypeError('Failed to fetch'), undefined))],
  ['half an answer', error(new Error('Unable to decode turbo-stream response'))],
  ['a proxy without our server', error(new UNSAFE_ErrorResponseImpl(502, 'Bad Gateway', ''))],
])('a form learns of %s', async (_, result) => {
  const answer = await heard('POST', result)
  expect(answer).toMatchObject({ type: 'data', result: { data: { lost_line: true }, init: { status: 503 } } })
})

test.each([
  ['an answer', { type: 'data', result: { done: 'Saved' } } as const],
  ['what is not found', error(new UNSAFE_ErrorResponseImpl(404, 'Not Found', null))],
  ['a redirect', error(new Response(null, { status: 302 }))],
])('%s stays what it is', async (_, result) => {
  expect(await heard('POST', result)).toBe(result)
})

test('a page that could not be loaded, or was left, is no lost form', async () => {
  const failed = error(new TypeError('Failed to fetch'))
  expect(await heard('GET', failed)).toBe(failed)
  expect(await heard('POST', failed, AbortSignal.abort())).toBe(failed)
})

test('only that answer is one', () => {
  expect([{ lost_line: true }, { done: 'x' }, null, undefined, 'lost_line'].map(isLostLine)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
