import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { deadlocks } from '../../test/locks.ts'
import { sceneMaker, stages } from '../../test/race-scene.ts'
import { racingPairs } from '../../test/race-verbs.ts'
import { type Pair, race, racingGroups } from '../../test/racing.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { createWorld } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'

const world = await createWorld()
const admin = await insertAccount(world.deps.db, 'admin')
/** Racers have connections of their own: closing these makes the database report its counts. */
const racing = openDatabase(world.database.url, 40)

test('every verb that locks what others lock is among those that race', () => {
  const elsewhere = [
    // Registrations and settings touch no order, and the dispatcher works through the verbs above.
    /delivery\/(riders\/(decide|register)-rider|riders\/save-rider-draft|dispatch\/dispatch-waiting)\.ts$/,
    // A promise is locked alone, and nothing after it.
    /delivery\/windows\/renew-promises\.ts$/,
    // A transfer's own rows and its payout; nothing of an order.
    /payouts\/(confirm-bank-account|transfers\/(book-transfer-fees|(finish|look-up|retry|revived)-transfer))\.ts$/,
    /payouts\/(transfers\/send-transfers|save-\w+)\.ts$/,
    // Our bank's settlements touch no order, and refunds are sent by the worker's lane, which races.
    /payments\/(record-bank-settlement|send-refund)\.ts$/,
    /ratings\/hide-line\.ts$/,
    // Money is recorded by `settleCheckout` alone, and the racers that pay ask for that.
    /checkout\/settlement\/record-charge\.ts$/,
    // Only the audit log is written.
    /checkout\/track\/customer-orders\.ts$/,
    // Nobody knows the link of a group order that is being written, so only the same press waits for it.
    /checkout\/group-orders\/start-group\.ts$/,
  ]
  const folder = new URL('../', import.meta.url)
  const test_folder = new URL('../../test/', import.meta.url)
  const here = globSync('{race-verbs,*-racer,*-racers}.ts', { cwd: test_folder })
    .map((name) => readFileSync(new URL(name, test_folder), 'utf8'))
    .join('\n')
  const nouns = '{chat,checkout,claims,orders,delivery,payments,payouts,promotions,ratings}'
  const forgotten = globSync(`${nouns}/**/*.ts`, { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts') && !elsewhere.some((place) => place.test(path)))
    .filter((path) => readFileSync(new URL(path, folder), 'utf8').includes('.transaction('))
    .filter((path) => !here.includes(`/${path.split('/').at(-1)}'`))
  expect(forgotten).toEqual([])
})

test('no row is locked so that a foreign key waits for it, but those that are deleted at once', () => {
  const folder = new URL('../', import.meta.url)
  const locking = globSync('**/*.ts', { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts') && !/\/tidy-\w+\.ts$/.test(path))
    .filter((path) => /\.for\('update'/.test(readFileSync(new URL(path, folder), 'utf8')))
  expect(locking).toEqual([])
})

/**
 * Few of each, eight verbs on a scene, at the later stage of two: `npm run torture -- --only=races` lets every pair
 * race alone on fifty scenes, at the stage of either.
 */
const OF_EACH = 2
const isLater = ({ first, second }: Pair) => stages.indexOf(first.at) >= stages.indexOf(second.at)

test('every two of them, whoever is first: no deadlock, no error, and the books are right', async () => {
  const sceneAt = sceneMaker(world)
  const pairs = racingPairs(world, racing, admin).filter(isLater)
  const groups = racingGroups(pairs)
  const isTogether = ({ first, second }: Pair) =>
    groups.some(({ at, racers }) => at === first.at && racers.includes(first) && racers.includes(second))
  expect(pairs.filter((pair) => !isTogether(pair)).map(({ names }) => names)).toEqual([])
  const errors: unknown[] = []
  const raceOn = async () => {
    for (let group = groups.pop(); group; group = groups.pop()) {
      errors.push(...(await race(group.racers, await sceneAt(group.at, group.racers), OF_EACH * group.racers.length)))
    }
  }
  await Promise.all([raceOn(), raceOn(), raceOn()])
  expect(errors).toEqual([])
  // A connection reports its counts for certain when it ends.
  await racing.close()
  expect(await deadlocks(world.deps.db)).toBe(0)
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.close()
}, 300_000)
