import { openDatabase } from '../db/open.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { control } from '../test/control.ts'
import { deadlocks } from '../test/locks.ts'
import { sceneMaker } from '../test/race-scene.ts'
import { racingPairs } from '../test/race-verbs.ts'
import { type Pair, race } from '../test/racing.ts'
import { insertAccount } from '../test/sign-in.ts'
import { letHoursPass, openGround } from './ground.ts'
import { judgeMoney } from './judge.ts'
import type { Measure, Row } from './torment.ts'

/** Two of each verb: the second of one that is done must be refused, whatever the other one does. */
const AT_ONCE = 4
const SIDE_BY_SIDE = 3
const TOLD_EVERY = 20

/** Every two verbs of the lifecycles, and of what else locks their rows, on a new order each time. */
export async function raceEveryPair({ part, race_times, tell }: Measure): Promise<Row[]> {
  const ground = await openGround()
  const racing = openDatabase(ground.database.url, 30)
  try {
    const at_provider = control(ground)
    await at_provider.behave({ transfer: 'successful' })
    const admin = await insertAccount(ground.deps.db, 'admin')
    const sceneAt = sceneMaker(ground, async ({ tx_ref, total }) => {
      await at_provider.pay({ tx_ref, amount: total / 100 })
      await settleCheckout(ground.deps, { tx_ref })
    })
    const pairs = racingPairs(ground, racing, admin).filter(({ names }) => names.some((name) => name.includes(part)))
    const wrong: string[] = []
    let done = 0
    const raceOn = async (waiting: Pair[]) => {
      for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
        const two = [pair.first, pair.second]
        for (let times = 0; times < race_times; times++) {
          const errors = await race(two, await sceneAt(pair.first.at, two), AT_ONCE)
          wrong.push(...errors.map((error) => `${pair?.names.join(' and ')}: ${causeOf(error)}`))
        }
        if (++done % TOLD_EVERY === 0) tell(`races: ${done} of ${pairs.length} pairs`)
      }
    }
    const waiting = [...pairs]
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => raceOn(waiting)))
    await letHoursPass(ground, 4)
    // A connection reports its counts for certain when it ends.
    await racing.close()
    const found = await deadlocks(ground.deps.db)
    if (found > 0) wrong.push(`${found} deadlocks`)
    wrong.push(...(await judgeMoney(ground.accused)))
    return [{ what: `every two verbs, ${pairs.length} pairs`, times: pairs.length * race_times, wrong }]
  } finally {
    await racing.close().catch(() => {})
    await ground.close()
  }
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${cause.message} (${message.split('\n')[0]})` : message
}
