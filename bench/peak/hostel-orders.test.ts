import { expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { worldOfFile } from '../../test/world.ts'
import { playPeak } from './play-peak.ts'

const world = await worldOfFile()

test('half of a peak goes to hostels for a slot and shares rides, and all of it comes', async () => {
  const pay = (tx_ref: string, amount: number) => control(world).pay({ tx_ref, amount })
  const peak = { seed: 7, orders: 28, riders: 6, minutes: 30, lunches_before: 0, hostels: 'together' as const }
  const [figures] = await playPeak({ ...world.deps, pay }, peak)
  expect(figures).toMatchObject({ placed: 28, delivered: 28, violations: [], hostels: { to_hostels: 14 } })
  expect(figures?.hostels?.shared).toBeGreaterThan(1)
}, 480_000)
