import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { callProvider, isProviderUnavailable } from './call-provider.ts'

let close = async () => {}
afterEach(() => close())

/** A server on a free port, for one test. */
async function providerThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const failureOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: Error) => error,
  )

describe('an answer', () => {
  test('is the status and the JSON of the body', async () => {
    const url = await providerThat((_, response) => response.writeHead(400).end('{"status":"error"}'))
    expect(await callProvider(url, { timeout_seconds: 5 })).toEqual({
      status: 400,
      body: { status: 'error' },
    })
  })

  test('is the text of the body where that is no JSON', async () => {
    const url = await providerThat((_, response) => response.end('<h1>Welcome</h1>'))
    expect(await callProvider(url, { timeout_seconds: 5 })).toEqual({ status: 200, body: '<h1>Welcome</h1>' })
  })
})

describe('the outcome is unknown', () => {
  test.each([429, 500, 502, 503, 504])('after HTTP %i', async (status) => {
    const url = await providerThat((_, response) => response.writeHead(status).end('{"status":"success"}'))
    const error = await failureOf(callProvider(url, { timeout_seconds: 5 }))
    expect(isProviderUnavailable(error)).toBe(true)
    expect(error.message).toContain(`HTTP ${status}`)
  })

  test('when the provider hangs, before its answer or in the middle of it', async () => {
    const silent = await providerThat(() => {})
    expect(isProviderUnavailable(await failureOf(callProvider(silent, { timeout_seconds: 0.05 })))).toBe(true)
    await close()
    const halting = await providerThat((_, response) => void response.write('{"status":'))
    expect(isProviderUnavailable(await failureOf(callProvider(halting, { timeout_seconds: 0.05 })))).toBe(true)
  })

  test('when nobody is there, or the line is cut', async () => {
    const cut = await providerThat((request) => request.destroy())
    expect(isProviderUnavailable(await failureOf(callProvider(cut, { timeout_seconds: 5 })))).toBe(true)
    await close()
    close = async () => {}
    expect(isProviderUnavailable(await failureOf(callProvider(cut, { timeout_seconds: 5 })))).toBe(true)
  })
})

test('a failure names the service and the path, and no key, query or body', async () => {
  const url = await providerThat((_, response) => response.writeHead(503).end())
  const error = await failureOf(
    callProvider(`${url}/v3/resolve?account_number=0690000031`, {
      method: 'POST',
      headers: { authorization: 'Bearer FLWSECK-1' },
      json: { phone: '08031234567' },
      timeout_seconds: 5,
    }),
  )
  expect(error.message).toMatch(/^127\.0\.0\.1:\d+\/v3\/resolve: HTTP 503$/)
  expect(JSON.stringify(error)).not.toMatch(/0690000031|FLWSECK|0803/)
})

test('an error of our own is not taken for an unavailable provider', () => {
  expect(isProviderUnavailable(new TypeError('a bug'))).toBe(false)
  expect(isProviderUnavailable('ProviderUnavailable')).toBe(false)
})
