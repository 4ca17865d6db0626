import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { system_clock } from '../domain/clock.ts'
import { createLog } from '../server/log.ts'
import { createMetrics, measureThisProcess, noteAnswer, openMetrics } from '../server/metrics.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'

/** What operators take out of deploy/ asks for figures that the app gives, by the names that it gives them. */

const board = readFileSync('deploy/grafana/chowgate.json', 'utf8')
const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8')

let database: TestDatabase
let close: () => Promise<void>
/** The page as Prometheus reads it. */
let page: string

beforeAll(async () => {
  database = await createTestDatabase()
  measureThisProcess()
  noteAnswer({ method: 'GET', route: '/', status: 200, seconds: 0.01 })
  const place = { port: await freePort(), host: '127.0.0.1' }
  close = await openMetrics(
    place,
    createMetrics(database.db, system_clock, createLog('silent'), null, { wants_backups: true }),
  )
  page = await (await fetch(`http://127.0.0.1:${place.port}/metrics`)).text()
})
afterAll(async () => {
  await close()
  await database.close()
})

function given(): Set<string> {
  const types = [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  const parts = (type: string) => (type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
  return new Set(types.flatMap(([, name, type = '']) => parts(type).map((part) => `${name}${part}`)))
}

const asked = (text: string) => new Set(text.match(/\b(chowgate|http|process|nodejs)_\w+/g))

/** The values that a label is compared with, e.g. the lanes. */
const compared = (text: string) =>
  [...text.matchAll(/\bof=~?\\?"([^"\\]+)/g)].flatMap(([, values = '']) => values.split('|'))

type Panel = { type: string; title: string; targets?: readonly { expr: string }[] }
const { panels } = JSON.parse(board) as { panels: readonly Panel[] }

test.each([
  ['the board', board],
  ['the alerts', alerts],
])('%s: every figure is one that the app gives', (_, text) => {
  expect([...asked(text)].filter((name) => !given().has(name))).toEqual([])
  expect(compared(text).filter((of) => !page.includes(`{of="${of}"}`))).toEqual([])
})

test('what the board and the alerts take from the budget is recorded', () => {
  const recorded = [...alerts.matchAll(/- record: (\S+)/g)].map(([, name]) => name)
  const taken = new Set(`${board}${alerts}`.match(/\bchowgate:\w+:\w+/g))
  expect([...taken].toSorted()).toEqual(recorded.toSorted())
})

test('the board shows every figure of the product, and each of its panels asks for something', () => {
  // A histogram is shown by its buckets.
  const own = [...given()].filter((name) => /^chowgate_(?!.*_(sum|count)$)/.test(name))
  expect(own.filter((name) => !asked(board).has(name))).toEqual([])
  const empty = panels.filter(({ type, targets }) => type !== 'row' && !targets?.every(({ expr }) => expr !== ''))
  expect(empty.map(({ title }) => title)).toEqual([])
})
