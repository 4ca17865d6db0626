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

test('what is not there, or cannot be read, is asked for anew', async () => {
  const answers = [null, new Error('the store is away'), picture(10)]
  const memory = rememberPictures(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? null
  })
  expect(await memory.read('a')).toBeNull()
  await expect(memory.read('a')).rejects.toThrow('the store is away')
  expect(await memory.read('a')).toHaveLength(10)
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
