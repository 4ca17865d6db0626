import { expect, test } from 'vitest'
import { fileOf, readFields, readForm, textOf } from './read-form.ts'

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
