import { expect, test, vi } from 'vitest'
import type { Tx } from '../db/handle.ts'
import { movableClock } from '../domain/clock.ts'
import type { EventOf } from '../domain/events.ts'
import { databaseOfFile } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { createLog } from './log.ts'
import { countedOffers, createMetrics, files_sent, openMetrics, timedDecision } from './metrics.ts'

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
    // The signs at every fifth second.
    expect(execute.mock.calls.length - for_one_page).toBe(11)
    execute.mockRestore()
  }))

test('while the database is away, or hangs, what the processes measure is told, and that its figures are missing', () =>
  onPort(async (ask) => {
    files_sent.inc()
    const execute = vi.spyOn(database.db, 'execute')
    const hangs = new Promise<never>(() => {})
    for (const answer of [() => Promise.reject(new Error('the connection was ended')), () => hangs]) {
      execute.mockImplementation(answer as never)
      const away = await ask()
      const text = await away.text()
      expect([away.status, text]).toEqual([200, expect.stringMatching(/^chowgate_database_away 1$/m)])
      expect(text).toMatch(/^chowgate_files_sent_total [1-9]/m)
      expect(text).toMatch(/^chowgate_process_ends_total\{part="web"\} 0$/m)
      expect(text).not.toContain('chowgate_database_connections_left{')
    }
    execute.mockRestore()
  }))

test('once it is back, its figures are', () =>
  onPort(async (ask) => {
    const execute = vi.spyOn(database.db, 'execute').mockRejectedValue(new Error('the connection was ended'))
    expect(await (await ask()).text()).toMatch(/^chowgate_database_away 1$/m)
    execute.mockRestore()
    const text = await (await ask()).text()
    expect(text).toMatch(/^chowgate_database_away 0$/m)
    expect(text).toMatch(/^chowgate_database_connections_left\{of=""\} \d+$/m)
  }))

test('what is decided about who carries is timed, and offers are counted by how they end', async () => {
  expect(timedDecision(() => 'a plan')).toBe('a plan')
  const announced: string[] = []
  const announce = countedOffers(async (_, { kind }) => void announced.push(kind))
  const offer = { status: 'Declined' } as EventOf<'offer_closed'>['offer']
  const by = { role: 'rider', user_id: 'one' } as const
  await announce({} as Tx, { kind: 'offer_closed', offer, by }, clock.now())
  expect(announced).toEqual(['offer_closed'])
  await onPort(async (ask) => {
    const text = await (await ask()).text()
    expect(text).toMatch(/^chowgate_dispatch_decision_seconds_count 1$/m)
    expect(text).toMatch(/^chowgate_offers_total\{of="Declined"\} 1$/m)
    expect(text).toMatch(/^chowgate_offers_total\{of="Expired"\} 0$/m)
  })
})
