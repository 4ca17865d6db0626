import { expect, test } from 'vitest'
import { VISITOR_HEADER } from '../app/request/visitor.ts'
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

/** A form of which 60 KB have come and the rest never does. */
function unfinished(address: string, bytes: number) {
  let leave = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes))
      leave = () => controller.error(new Error('the visitor left'))
    },
  })
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: PUBLIC_URL,
    [VISITOR_HEADER]: address,
  }
  const request = new Request(PUBLIC_URL, { method: 'POST', body, duplex: 'half', headers } as RequestInit)
  const taken = incomingRequest(request, { public_url: PUBLIC_URL, takesFiles: () => false })
  const status = taken.then(
    (answer) => (answer instanceof Response ? answer.status : 200),
    () => 'left' as const,
  )
  return { status, leave }
}

/** How many of them were sent away, and how many are kept until they leave. */
async function outcomesOf(address: string, forms: number, bytes = 60 * 1024) {
  const sent = Array.from({ length: forms }, () => unfinished(address, bytes))
  await new Promise((resolve) => setImmediate(resolve))
  return async () => {
    for (const { leave } of sent) leave()
    const statuses = await Promise.all(sent.map(({ status }) => status))
    const sent_away = statuses.filter((status) => status === 503).length
    return { sent_away, kept: statuses.length - sent_away }
  }
}

test('whoever begins forms and never ends them keeps nobody at the same address from one', async () => {
  const slow = [await outcomesOf('192.0.2.200', 300), await outcomesOf('192.0.2.200', 3000, 4000)]
  const friend = await outcomesOf('192.0.2.200', 2, 4000)
  expect(await friend()).toEqual({ sent_away: 0, kept: 2 })
  for (const end of slow) await end()
})

test('forms that never end fill no memory, and from however many addresses keep nobody else from one', async () => {
  const addresses = Array.from({ length: 20 }, (_, place) => `192.0.2.${place}`)
  const attacks = []
  for (const address of addresses) attacks.push(await outcomesOf(address, 300))
  const friend = await outcomesOf('198.51.100.1', 2)
  expect(await friend()).toEqual({ sent_away: 0, kept: 2 })
  const outcomes = await Promise.all(attacks.map((end) => end()))
  for (const { kept } of outcomes) expect(kept).toBeLessThanOrEqual((8 * 1024) / (60 - 4))
  const kept_in_all = outcomes.reduce((sum, { kept }) => sum + kept, 0)
  expect(kept_in_all * 56 * 1024).toBeLessThan((64 + addresses.length / 4 + 1) * 1024 * 1024)
  // Then there is room again.
  const later = await outcomesOf('192.0.2.1', 10)
  expect(await later()).toEqual({ sent_away: 0, kept: 10 })
})
