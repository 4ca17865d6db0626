import { expect, test } from 'vitest'
import { textOf } from './form-texts.ts'
import { fileOf, LARGEST_PICTURE_BYTES, readFields, readForm } from './read-form.ts'
import { VISITOR_HEADER } from './visitor.ts'

const LIMIT = 1024 * 1024

/** A request whose body comes in pieces of 64 KB; `pulled` counts them. */
function upload(pieces: number, headers: Record<string, string> = {}) {
  const state = { pulled: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.pulled++ < pieces) controller.enqueue(new Uint8Array(64 * 1024))
      else controller.close()
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'text/plain', ...headers } }
  return { request: new Request('http://localhost/', init), state }
}

test('what declares to be too large is not read at all', async () => {
  const { request, state } = upload(500, { 'content-length': String(LIMIT + 65 * 1024) })
  expect(await readForm(request, LIMIT)).toBeNull()
  expect(state.pulled).toBeLessThanOrEqual(1)
})

test('what declares nothing, or less than it is, is read to the limit and no further', async () => {
  const declared: Record<string, string>[] = [{}, { 'content-length': '10' }]
  for (const headers of declared) {
    const { request, state } = upload(500, headers)
    expect(await readForm(request, LIMIT)).toBeNull()
    expect(state.pulled).toBeLessThan(25)
  }
})

test('what is no form holds no field', async () => {
  const form = await readForm(upload(1).request, LIMIT)
  expect(form && [...form]).toEqual([])
})

test('fields are read, and what is none of our forms is answered with 400 or 413', async () => {
  const post = (body: string, type: string) =>
    readFields(new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } }))
  const form = await post('intent=accept&minutes=20', 'application/x-www-form-urlencoded')
  expect([...form]).toEqual([
    ['intent', 'accept'],
    ['minutes', '20'],
  ])
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', '']) {
    await expect(post('--y\r\nnonsense', type)).rejects.toMatchObject({ init: { status: 400 } })
  }
  await expect(readFields(upload(500).request)).rejects.toMatchObject({ init: { status: 413 } })
})

test('texts and files are told apart', async () => {
  const body = new FormData()
  body.set('name', 'Eba')
  body.set('picture', new File(['bytes'], 'a.png'))
  body.set('empty', new File([], 'a.png'))
  const form = await readForm(new Request('http://localhost/', { method: 'POST', body }), LIMIT)
  if (!form) throw new Error('not read')
  expect([textOf(form, 'name'), textOf(form, 'picture'), textOf(form, 'missing')]).toEqual(['Eba', '', ''])
  expect((await fileOf(form, 'picture'))?.toString()).toBe('bytes')
  expect([await fileOf(form, 'name'), await fileOf(form, 'empty')]).toEqual([null, null])
})

const BOUNDARY = '----formdata-of-the-tests-0123456789'
const part = (name: string, text = '', file = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
const multipart = (parts: string) =>
  new Request('http://localhost/', {
    method: 'POST',
    body: `${parts}--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; x="boundary=none"; boundary=${BOUNDARY}` },
  })

test.each([
  ['many fields', part('a').repeat(501)],
  ['a head without an end', part('a', '', `; filename="${'a'.repeat(5000)}"`)],
  ['a name of thousands of quotes', part('%22'.repeat(2000))],
  ['a novel in a field', part('a', 'a'.repeat(300_000))],
  ['a novel in many fields', part('a', 'a'.repeat(1000)).repeat(400)],
])('a form with %s is not parsed', async (_, parts) => {
  expect(await readForm(multipart(parts), LIMIT)).toBeNull()
})

test('a form of ours is, with a large file and with fields enough', async () => {
  const file = part('picture', 'a'.repeat(900_000), '; filename="a.png"')
  const form = await readForm(multipart(part('a').repeat(400) + file), LIMIT)
  expect([...(form ?? [])]).toHaveLength(401)
  expect(form && (await fileOf(form, 'picture'))).toHaveLength(900_000)
})

test('so many fields of the other kind of form are refused too', async () => {
  const post = (count: number) =>
    new Request('http://localhost/', {
      method: 'POST',
      body: 'a=b&'.repeat(count),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect([...(await readFields(post(400)))]).toHaveLength(400)
  await expect(readFields(post(501))).rejects.toMatchObject({ init: { status: 413 } })
})

const of_15_megabytes = 240
const picture = (address: string) =>
  readForm(upload(of_15_megabytes, { [VISITOR_HEADER]: address }).request, LARGEST_PICTURE_BYTES)

test('of many large forms at once no more is kept than has room, and there is room again afterwards', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, place) => picture(`192.0.2.${place}`)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(6)
  for (const { reason } of refused) expect(reason).toMatchObject({ init: { status: 503 } })
  expect([...((await picture('192.0.2.1')) ?? ['nothing was read'])]).toEqual([])
})

/** A file of which `bytes` have come and the rest never does; it ends where `leave` is called. */
async function neverEnding(address: string, bytes: number) {
  let leave = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes))
      leave = () => controller.error(new Error('the visitor left'))
    },
  })
  const headers = { 'content-type': 'text/plain', [VISITOR_HEADER]: address }
  const reading = readForm(
    new Request('http://localhost/', { method: 'POST', body, duplex: 'half', headers } as RequestInit),
    LARGEST_PICTURE_BYTES,
  ).catch(() => 'refused or left')
  await new Promise((resolve) => setImmediate(resolve))
  return {
    async leaves() {
      leave()
      await reading
    },
  }
}

test('files that come slowly fill their room, and hold up no form without one and no file from elsewhere', async () => {
  const fifteen = 15 * 1024 * 1024
  const slow = [await neverEnding('192.0.2.1', fifteen), await neverEnding('192.0.2.1', 900_000)]
  await expect(picture('192.0.2.1')).rejects.toMatchObject({ init: { status: 503 } })
  expect(await picture('192.0.2.2')).not.toBeNull()
  slow.push(await neverEnding('192.0.2.2', fifteen), await neverEnding('192.0.2.3', 2_400_000))
  await expect(picture('192.0.2.4')).rejects.toMatchObject({ init: { status: 503 } })
  for (const address of ['192.0.2.1', '192.0.2.4']) {
    const body = new URLSearchParams({ intent: 'pay', note: 'x'.repeat(60_000) })
    const order = new Request('http://localhost/', { method: 'POST', body, headers: { [VISITOR_HEADER]: address } })
    expect(textOf(await readFields(order), 'intent')).toBe('pay')
  }
  for (const one of slow) await one.leaves()
  expect(await picture('192.0.2.1')).not.toBeNull()
})

test('what nobody sees is not read: words are not turned around, and nothing is no name', async () => {
  const body = new FormData()
  const typed = {
    turned: 'Ada \u202egnp.oda\u202c',
    nothing: '\u200b\u2060\u3164\u200d',
    two_of_one: 'Ma\u200bma \u00adPut\u200d',
    number: '\u202a+234 803 123 4567\u202c',
    kept: 'Ọbẹ̀ 👩🏽‍🍳 line\n\tnext',
  }
  for (const [name, value] of Object.entries(typed)) body.set(name, value)
  for (const name of ['password', '_cart', 'version']) body.set(name, 'as\u200b sent\0')
  const form = await readForm(new Request('http://localhost/', { method: 'POST', body }), LIMIT)
  expect(Object.fromEntries(form ?? [])).toEqual({
    turned: 'Ada gnp.oda',
    nothing: '',
    two_of_one: 'Mama Put',
    number: '+234 803 123 4567',
    kept: 'Ọbẹ̀ 👩🏽‍🍳 line\r\n\tnext',
    password: 'as\u200b sent',
    _cart: 'as\u200b sent',
    version: 'as\u200b sent',
  })
})
