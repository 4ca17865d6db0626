import { expect, test } from 'vitest'
import { isCalibrated, scoresOf } from './calibration.ts'

test('windows hold as often as they say, and are narrower than fixed margins that hold as much', () => {
  const play = { seed: 11, weeks: 3, kitchens: 5, riders: 8, rain: 0.2, liar: true, drift: 0.01 }
  const { later } = scoresOf(play)
  expect(isCalibrated(later), JSON.stringify(later)).toBe(true)
  const told = later.levels.find(({ level }) => level === 0.8)
  expect(told?.width_minutes).toBeLessThan(later.naive.width_for_same_minutes)
})
