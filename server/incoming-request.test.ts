import { expect, test } from 'vitest'
import { incomingRequest } from './incoming-request.ts'

/** The status for a form that a page at `origin` sends to `host`. */
async function statusOf(public_url: string, origin: string | null, host: string): Promise<number> {
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', host })
  if (origin !== null) headers.set('origin', origin)
  const request = new Request(`http://${host}/checkout`, { method: 'POST', body: 'a=b', headers })
  const taken = await incomingRequest(request, { public_url, takesFiles: () => false })
  return taken instanceof Response ? taken.status : 200
}

const PUBLIC_HOST = 'chowgate.example'
const PUBLIC_URL = `https://${PUBLIC_HOST}`

test('a change is taken from pages at our public address only, whatever Host says', async () => {
  for (const host of [PUBLIC_HOST, 'app:3000', '127.0.0.1']) {
    expect(await statusOf(PUBLIC_URL, PUBLIC_URL, host)).toBe(200)
  }
  for (const [origin, host] of [
    ['https://evil.example', PUBLIC_HOST],
    ['https://evil.example', 'evil.example'],
    ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['http://localhost:3000', 'localhost:3000'],
    [`http://${PUBLIC_HOST}`, PUBLIC_HOST],
    [`https://${PUBLIC_HOST}.evil.example`, `${PUBLIC_HOST}.evil.example`],
    [`https://${PUBLIC_HOST}:8443`, `${PUBLIC_HOST}:8443`],
    ['null', PUBLIC_HOST],
    ['', PUBLIC_HOST],
    ['nonsense', PUBLIC_HOST],
    [null, PUBLIC_HOST],
  ] as const) {
    expect(await statusOf(PUBLIC_URL, origin, host), `${origin} at ${host}`).toBe(403)
  }
})

test('on a machine of our own a phone in its network may order too, and no other name', async () => {
  const here = (origin: string, host: string) => statusOf('http://localhost:3000', origin, host)
  expect(await here('http://localhost:3000', 'localhost:3000')).toBe(200)
  expect(await here('http://192.168.1.20:3000', '192.168.1.20:3000')).toBe(200)
  expect(await here('http://[::1]:3000', '[::1]:3000')).toBe(200)
  expect(await here('http://192.168.1.66', '192.168.1.20:3000')).toBe(403)
  expect(await here('http://evil.example:3000', 'evil.example:3000')).toBe(403)
  expect(await here('http://evil.example:3000', 'localhost:3000')).toBe(403)
})

test('a file larger than a form passes where forms carry files, and nowhere else', async () => {
  const form = new FormData()
  form.set('plan', new File([new Uint8Array(300 * 1024)], 'plan.png'))
  const whole = new Request(PUBLIC_URL, { method: 'POST', body: form })
  const body = await whole.arrayBuffer()
  const size = { 'content-length': `${body.byteLength}` }
  const headers = { ...Object.fromEntries(whole.headers), ...size, origin: PUBLIC_URL }
  const send = async (takes_files: boolean) => {
    const rules = { public_url: PUBLIC_URL, takesFiles: () => takes_files }
    const taken = await incomingRequest(new Request(PUBLIC_URL, { method: 'POST', body, headers }), rules)
    return taken instanceof Response ? taken.status : 200
  }
  expect([await send(true), await send(false)]).toEqual([200, 413])
})
