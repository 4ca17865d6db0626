import { expect, test } from 'vitest'
import { carriedTrips } from './carried-trips.ts'

test('what was taken first is brought before the next kitchen, and what was taken together is one trip', () => {
  const carried = (id: number, minute: number, vendor_id: number, stop: number | null = null) => ({
    delivery: { id, assigned_at: new Date(minute * 60_000) },
    vendor: { id: vendor_id },
    stop,
  })
  const trips = carriedTrips([carried(1, 9, 1), carried(2, 4, 2), carried(3, 9, 1), carried(4, 9, 2)])
  expect(trips.map((trip) => trip.map(({ delivery }) => delivery.id))).toEqual([[2], [1, 3], [4]])
  expect(carriedTrips([])).toEqual([])
  const [planned] = carriedTrips([carried(5, 1, 1, 2), carried(6, 1, 1, 0), carried(7, 1, 1, 1)])
  expect(planned?.map(({ delivery }) => delivery.id)).toEqual([6, 7, 5])
})
