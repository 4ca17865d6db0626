import { EventEmitter } from 'node:events'
import { connect, createServer } from 'node:net'
import { DatabaseError } from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { catchTheUncaught, surviveLostOutput } from './uncaught.ts'

const survive = vi.fn<(error: unknown) => void>()
const end = vi.fn<(line: string) => void>()
let process: EventEmitter
beforeEach(() => {
  vi.clearAllMocks()
  process = new EventEmitter()
  catchTheUncaught(process, { survive, end })
})

async function refusedConnection(): Promise<Error> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  const port = typeof address === 'object' && address ? address.port : 0
  return new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve))
}

test('the app lives through faults of the machine and promises that nobody waited for', async () => {
  const refused = await refusedConnection()
  process.emit('uncaughtException', refused, 'uncaughtException')
  const told = Object.assign(new DatabaseError('terminating connection', 0, 'error'), { severity: 'FATAL' })
  process.emit('uncaughtException', told, 'uncaughtException')
  process.emit('uncaughtException', new TypeError('x is not a function'), 'unhandledRejection')
  expect(survive).toHaveBeenCalledTimes(3)
  expect(end).not.toHaveBeenCalled()
})

test('a fault of our own ends it with one plain line', () => {
  process.emit('uncaughtException', new TypeError('x is not a function\n of y'), 'uncaughtException')
  expect(end).toHaveBeenCalledExactlyOnceWith(
    'The app ends because of a fault of its own (TypeError: x is not a function). Nothing that was paid is ' +
      'lost: start it again.',
  )
})

test('output that cannot be written is nobody’s end', () => {
  const output = new EventEmitter()
  surviveLostOutput(output)
  expect(() => output.emit('error', new Error('no space left on device'))).not.toThrow()
})
