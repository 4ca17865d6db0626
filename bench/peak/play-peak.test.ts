import { expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { worldOfFile } from '../../test/world.ts'
import { playPeak } from './play-peak.ts'

const world = await worldOfFile()

test('after a small peak with dying workers and late phones nobody is stranded and no kobo astray', async () => {
  const pay = (tx_ref: string, amount: number) => control(world).pay({ tx_ref, amount })
  const peak = { seed: 7, orders: 8, riders: 4, minutes: 20, lunches_before: 0 }
  const [figures] = await playPeak({ ...world.deps, pay }, peak)
  expect(figures).toMatchObject({ placed: 8, delivered: 8, violations: [] })
  expect(figures?.offers.Open ?? 0).toBe(0)
}, 120_000)
