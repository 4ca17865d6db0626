import { expect, test, vi } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { databaseOfFile } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { createLog } from './log.ts'
import { createMetrics, openMetrics } from './metrics.ts'

const database = await databaseOfFile()

const clock = movableClock(new Date('2026-03-10T11:00:00Z'))

/** What Prometheus reads, from a port of its own. */
async function onPort(work: (ask: () => Promise<Response>) => Promise<void>): Promise<void> {
  const place = { port: await freePort(), host: '127.0.0.1' }
  const page = createMetrics(database.db, clock, createLog('silent'), null, { wants_backups: false })
  const close = await openMetrics(place, page)
  try {
    await work(() => fetch(`http://${place.host}:${place.port}/metrics`))
  } finally {
    await close()
  }
}

test('who asks every second asks the database a few times in a minute, and never twice at once', () =>
  onPort(async (ask) => {
    const execute = vi.spyOn(database.db, 'execute')
    await Promise.all(Array.from({ length: 5 }, ask))
    const for_one_page = execute.mock.calls.length
    expect(for_one_page).toBeGreaterThan(0)
    for (let second = 1; second < 60; second++) {
      clock.advance(1)
      const { status } = await ask()
      expect(status).toBe(200)
    }
    // The signs at every fifth second; the invariants not again before the minute is over.
    expect(execute.mock.calls.length - for_one_page).toBe(11)
    execute.mockRestore()
  }))

test('a database that is away is one plain line, and the next question is answered again', () =>
  onPort(async (ask) => {
    const execute = vi.spyOn(database.db, 'execute').mockRejectedValue(new Error('the connection was ended'))
    const away = await ask()
    expect([away.status, await away.text()]).toEqual([503, 'The figures cannot be read right now.\n'])
    execute.mockRestore()
    const back = await ask()
    expect([back.status, await back.text()]).toEqual([200, expect.stringContaining('chowgate_broken_invariants 0')])
  }))
