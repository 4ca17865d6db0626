import { expect, test } from 'vitest'
import { stillHeld, type ToldWindow, windowsToHold } from './told-windows.ts'

const now = new Date('2026-03-10T11:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const window = (from: number, until: number, vendor_id = 'a'): ToldWindow => ({
  vendor_id,
  from: at(from),
  until: at(until),
})

test('what was told is held while what is expected is hardly later', () => {
  expect(windowsToHold([window(20, 35)], [window(20, 35)])).toEqual([window(20, 35)])
  expect(windowsToHold([window(20, 35)], [window(24, 39)])).toEqual([window(20, 35)])
  expect(windowsToHold([window(20, 35)], [window(15, 28)])).toEqual([window(20, 35)])
})

test('what comes later has to be told first, also where only one of two kitchens does', () => {
  expect(windowsToHold([window(20, 35)], [window(25, 40)])).toBeNull()
  const two = [window(20, 35), window(20, 35, 'b')]
  expect(windowsToHold(two, [window(20, 35), window(30, 50, 'b')])).toBeNull()
  expect(windowsToHold([window(20, 35)], two)).toBeNull()
})

test('what comes much sooner is promised so, and what makes no sense is not promised', () => {
  expect(windowsToHold([window(60, 90)], [window(20, 35)])).toEqual([window(20, 35)])
  expect(windowsToHold([window(36, 35)], [window(20, 35)])).toEqual([window(20, 35)])
  expect(windowsToHold([window(-900_000, 35)], [window(20, 35)])).toEqual([window(20, 35)])
})

test('a payment is promised what it began with for a quarter of an hour, while that lies ahead', () => {
  const told_windows = [{ vendor_id: 'a', from: at(20).toISOString(), until: at(35).toISOString() }]
  const held = (minutes: number) => stillHeld({ told_windows, payment_started_at: now }, at(minutes))
  expect(held(0)).toEqual([window(20, 35)])
  expect(held(14)).toEqual([window(20, 35)])
  expect(held(15)).toEqual([])
  const soon = [{ vendor_id: 'a', from: at(1).toISOString(), until: at(5).toISOString() }]
  expect(stillHeld({ told_windows: soon, payment_started_at: now }, at(6))).toEqual([])
  expect(stillHeld({ told_windows: null, payment_started_at: now }, now)).toEqual([])
})
