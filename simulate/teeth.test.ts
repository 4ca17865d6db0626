import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderUnavailable } from '../adapters/call-provider.ts'
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
  /** How many seeds may be played, from the first, until one notices. */
  within: number
  rewrite?: Turns['rewrite']
  world?: (world: World) => void
}

const nothing_planted = (text: string) => text
/** The statement is planned and not done. */
const left_out = (text: string) => `explain ${text}`
/** Leaves a journal of this kind out. */
const withoutJournal =
  (kind: string): Turns['rewrite'] =>
  (text, values) =>
    text.startsWith('with "booked"') && values.includes(kind) ? left_out(text) : text
const unlocked =
  (part: string): Turns['rewrite'] =>
  (text) =>
    text.includes(part) ? text.replace(/ for no key update(?! skip)/g, '') : text
const without =
  (start: string): Turns['rewrite'] =>
  (text) =>
    text.startsWith(start) ? left_out(text) : text

/** A guard that is switched off from outside, and how many seeds may pass before the simulation says so. */
const plants: Readonly<Record<string, Plant>> = {
  'no row is locked': { within: 5, rewrite: (text) => text.replace(/ for no key update(?! skip)/g, '') },
  'no promotion is locked': { within: 20, rewrite: unlocked('from "promotions"') },
  'a refund is done without its journal': { within: 5, rewrite: withoutJournal('refund_done') },
  'a bank takes money back without its journal': { within: 20, rewrite: withoutJournal('chargeback') },
  'a payout is paid without its journal': { within: 5, rewrite: withoutJournal('payout_paid') },
  'a rider is not credited': { within: 5, rewrite: withoutJournal('delivery_done') },
  'an order moves without a line in its history': { within: 3, rewrite: without('insert into "order_history"') },
  'a payout claims no orders': { within: 20, rewrite: without('update "orders" set "payout_id" = $1') },
  'an offer never ends': { within: 5, rewrite: without('update "offers" set "status"') },
  'a refund is repeated without a look': {
    within: 10,
    world({ deps: { payments } }) {
      payments.findRefund = async () => null
      // The first answer about each is lost, so that each needs the look that is switched off.
      const refund = payments.refund.bind(payments)
      const asked = new Set<string>()
      payments.refund = async (request) => {
        const answer = await refund(request)
        if (asked.has(request.comment)) return answer
        asked.add(request.comment)
        throw new ProviderUnavailable('the answer was lost')
      }
    },
  },
  'a transfer is not found again': {
    within: 20,
    world({ deps }) {
      deps.transfers.findTransfer = async () => null
    },
  },
}

test.each(Object.entries(plants))(
  'notices that %s',
  async (_, { within, rewrite, world }) => {
    turns.rewrite = rewrite ?? nothing_planted
    let noticed: string | null = null
    for (let seed = 1; seed <= within && noticed === null; seed++) {
      noticed = (await playSeed(turns, campus, seed, world)).failure
    }
    turns.rewrite = nothing_planted
    expect(noticed, `the first ${within} seeds noticed nothing`).not.toBeNull()
  },
  300_000,
)

test('the same seed is the same story', async () => {
  const first = await playSeed(turns, campus, 3)
  await playSeed(turns, campus, 4)
  const again = await playSeed(turns, campus, 3)
  expect(again.story).toEqual(first.story)
  expect(first.failure).toBeNull()
}, 600_000)
