import { expect, test, vi } from 'vitest'
import { rememberPictures } from './picture-memory.ts'

const picture = (size: number) => new Uint8Array(size)

test('a picture is read once for all who ask for it at a time, and then comes from memory', async () => {
  const read = vi.fn(async () => picture(10))
  const memory = rememberPictures(read)
  await Promise.all([1, 2, 3].map(() => memory.read('a')))
  await memory.read('a')
  expect(read).toHaveBeenCalledTimes(1)
  memory.forget('a')
  await memory.read('a')
  expect(read).toHaveBeenCalledTimes(2)
})

test('what cannot be read is asked for anew', async () => {
  const read = vi.fn(async () => picture(10))
  const memory = rememberPictures(read)
  read.mockRejectedValueOnce(new Error('the store is away'))
  await expect(memory.read('a')).rejects.toThrow('the store is away')
  expect(await memory.read('a')).toHaveLength(10)
})

test('what is not there is asked for once in five seconds, unless it is stored here meanwhile', async () => {
  const store = new Map<string, Uint8Array>()
  const read = vi.fn(async (file: string) => store.get(file) ?? null)
  let now_ms = 0
  const memory = rememberPictures(read, 100, () => now_ms)
  for (const file of ['a', 'a', 'b']) expect(await memory.read(file)).toBeNull()
  expect(read.mock.calls).toEqual([['a'], ['b']])
  for (const file of ['a', 'b']) store.set(file, picture(10))
  memory.forget('a')
  expect(await memory.read('a')).toHaveLength(10)
  expect(await memory.read('b')).toBeNull()
  now_ms = 5001
  expect(await memory.read('b')).toHaveLength(10)
})

test('who asked before it was stored does not make it missing for those after', async () => {
  let answer = (_picture: null) => {}
  const asked = new Promise<null>((resolve) => {
    answer = resolve
  })
  const read = vi.fn<(file: string) => Promise<Uint8Array | null>>(async () => picture(10))
  const memory = rememberPictures(read)
  read.mockReturnValueOnce(asked)
  const early = memory.read('a')
  memory.forget('a')
  answer(null)
  expect(await early).toBeNull()
  expect(await memory.read('a')).toHaveLength(10)
})

test('of a flood of names that nobody knows only so many are kept', async () => {
  const read = vi.fn(async () => null)
  const memory = rememberPictures(read)
  for (let number = 0; number <= 10_000; number++) await memory.read(`${number}`)
  expect([memory.known('0'), memory.known('1'), memory.known('10000')]).toEqual([undefined, null, null])
})

test('it holds so many bytes, and the one asked for least recently makes room', async () => {
  const read = vi.fn(async () => picture(40))
  const memory = rememberPictures(read, 100)
  for (const file of ['a', 'b', 'a', 'c', 'a']) await memory.read(file)
  expect(read.mock.calls).toEqual([['a'], ['b'], ['c']])
  await memory.read('b')
  expect(read).toHaveBeenCalledTimes(4)
  const small = rememberPictures(read, 30)
  await small.read('too large')
  await small.read('too large')
  expect(read).toHaveBeenCalledTimes(6)
})
