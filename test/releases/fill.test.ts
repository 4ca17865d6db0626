import { expect, test } from 'vitest'
import { worldOfFile } from '../world.ts'
import { emptyTables, fillRelease } from './fill.ts'

const world = await worldOfFile({ time_scale: 1000 })

/** What a recorded release has nothing in, and why. */
const stay_empty: Readonly<Record<string, string>> = {
  account_lookups: 'counted for minutes, then forgotten',
  invariant_checks: 'what was found last, and is found anew',
  rate_limits: 'counted for minutes, then forgotten',
  sign_in_attempts: 'counted for minutes, then forgotten',
  two_factors: 'enciphered with a secret that is not recorded',
  uploads: 'pictures are no rows, and none are recorded',
  verifications: 'better-auth keeps nothing there for long',
}

test('a release is recorded with rows in every table but those that have a reason', { timeout: 300_000 }, async () => {
  await fillRelease(world)
  expect(await emptyTables(world.deps.db)).toEqual(Object.keys(stay_empty))
})
