import { expect, test, vi } from 'vitest'
import { picturesInTurn } from './pictures-in-turn.ts'

const picture = new Uint8Array(10)

test('names that nobody knows take a few turns of their address, and no picture from anybody', async () => {
  let answer = () => {}
  const hanging = new Promise<null>((resolve) => {
    answer = () => resolve(null)
  })
  const read = vi.fn((_file: string) => hanging)
  const inTurn = picturesInTurn({ read, readHere: (file) => (file === 'known' ? Promise.resolve(picture) : null) })
  const flood = Array.from({ length: 20 }, (_, number) => inTurn({ address: '10.0.0.1' }, `nothing ${number}`))
  expect(read).toHaveBeenCalledTimes(8)
  expect(await inTurn({ address: '10.0.0.1' }, 'known')).toEqual({ picture })
  const another = inTurn({ address: '10.0.0.2' }, 'of another')
  expect(read).toHaveBeenLastCalledWith('of another')
  answer()
  expect(await another).toEqual({ picture: null })
  expect(await Promise.all(flood)).toEqual(flood.map(() => ({ picture: null })))
})

test('of one address so many wait for a bucket that says nothing; the next is told to come again', async () => {
  const inTurn = picturesInTurn({ read: () => new Promise(() => {}), readHere: () => null })
  for (let number = 0; number < 508; number++) void inTurn({ address: '10.0.0.1' }, `nothing ${number}`)
  expect(await inTurn({ address: '10.0.0.1' }, 'one more')).toBeNull()
})
