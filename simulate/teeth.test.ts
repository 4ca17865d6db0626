import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { type Campus, fillCampus } from './campus.ts'
import { playSeed } from './play-seed.ts'
import { openTurns, type Turns } from './turns.ts'
import type { World } from './world.ts'

let database: TestDatabase
let turns: Turns
let campus: Campus

beforeAll(async () => {
  database = await createTestDatabase(1)
  turns = await openTurns(database.url)
  campus = await fillCampus(turns.database.db)
})
afterAll(async () => {
  await turns.close()
  await database.close()
})

type Plant = {
  /** The seeds that are played until one finds it. */
  seeds: readonly [from: number, most: number]
  rewrite?: Turns['rewrite']
  world?: (world: World) => void
}

/** By which a worker whose lease is over notices that another one has taken its work. */
const attempts_guard = /"(refunds|payout_transfers)"\."attempts" = (\$\d+)/g
/** The statement is planned and not done. */
const left_out = (text: string) => `explain ${text}`
/** Leaves a journal of this kind out. */
const withoutJournal =
  (kind: string): Turns['rewrite'] =>
  (text, values) =>
    text.startsWith('with "booked"') && values.includes(kind) ? left_out(text) : text
const without =
  (start: string): Turns['rewrite'] =>
  (text) =>
    text.startsWith(start) ? left_out(text) : text

/** A guard that is switched off from outside, and how many seeds may pass before the simulation says so. */
const plants: Readonly<Record<string, Plant>> = {
  'no row is locked': { seeds: [1, 30], rewrite: (text) => text.replace(/ for no key update(?! skip)/g, '') },
  'two workers do the same piece of work': {
    seeds: [1, 30],
    rewrite: (text) =>
      text.replace(/ for no key update skip locked/g, '').replace(attempts_guard, '$2::int is not null'),
  },
  'a refund is done without its journal': { seeds: [1, 10], rewrite: withoutJournal('refund_done') },
  'a payout is paid without its journal': { seeds: [1, 10], rewrite: withoutJournal('payout_paid') },
  'a rider is not credited': { seeds: [1, 10], rewrite: withoutJournal('delivery_done') },
  'an order moves without a line in its history': { seeds: [1, 3], rewrite: without('insert into "order_history"') },
  'a payout claims no orders': { seeds: [1, 20], rewrite: without('update "orders" set "payout_id" = $1') },
  'an offer never ends': { seeds: [1, 20], rewrite: without('update "offers" set "status"') },
  'a refund is repeated without a look': {
    seeds: [1, 40],
    world({ deps }) {
      deps.payments.findRefund = async () => null
    },
  },
  'a transfer is not found again': {
    seeds: [1, 40],
    world({ deps }) {
      deps.transfers.findTransfer = async () => null
    },
  },
  'a second charge is not looked for': {
    seeds: [1, 40],
    world({ deps }) {
      deps.payments.findSuccessfulCharges = async () => []
    },
  },
}

test.each(Object.entries(plants))(
  'finds it when %s',
  async (name, { seeds: [from, most], rewrite, world }) => {
    if (rewrite) turns.rewrite = rewrite
    let found: string | null = null
    let seed = from
    for (; seed < from + most && found === null; seed++) found = (await playSeed(turns, campus, seed, world)).failure
    turns.rewrite = (text) => text
    console.log(`TEETH ${name}: ${found === null ? 'NOT FOUND' : `seed ${seed - 1}`} ${found?.slice(0, 200)}`)
    expect(found, `seeds ${from} to ${from + most - 1} did not notice`).not.toBeNull()
  },
  600_000,
)

test('the same seed is the same story', async () => {
  const first = await playSeed(turns, campus, 3)
  await playSeed(turns, campus, 4)
  const again = await playSeed(turns, campus, 3)
  expect(again.story).toEqual(first.story)
  expect(first.failure).toBeNull()
}, 600_000)
