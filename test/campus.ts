import type { Db } from '../db/handle.ts'
import { plantCampus } from '../domain/places/plant-campus.ts'

const gate = { landmark: true, meeting_point: true }

/**
 * A small campus for tests. Jadesola Hall, where most of the tests' customers live, is 2.4 km from North Gate in a
 * straight line, so that the fee is NGN 600, and four minutes by the way.
 */
export async function plantTestCampus(db: Db): Promise<void> {
  await db.transaction((tx) =>
    plantCampus(tx, {
      places: [
        { name: 'FUTA North Gate', kind: 'gate', latitude: 7.30667, longitude: 5.13956, ...gate, verified: true },
        { name: 'FUTA South Gate', kind: 'gate', latitude: 7.29298, longitude: 5.14986, ...gate, verified: true },
        { name: 'FUTA Main Gate', kind: 'gate', latitude: 7.3034, longitude: 5.132, ...gate },
        { name: 'FUTA East Gate', kind: 'gate', latitude: 7.301, longitude: 5.148, ...gate },
        { name: 'Aluta Market', kind: 'market', latitude: 7.299, longitude: 5.144, ...gate },
        { name: 'Jadesola Hall', kind: 'hostel', latitude: 7.32825, longitude: 5.13956 },
      ],
      ways: [
        { from: 'FUTA North Gate', to: 'Jadesola Hall', walk_minutes: 13, ride_minutes: 4 },
        { from: 'FUTA North Gate', to: 'FUTA Main Gate', walk_minutes: 12, ride_minutes: 4 },
        { from: 'FUTA Main Gate', to: 'Aluta Market', walk_minutes: 18, ride_minutes: 6 },
        { from: 'Aluta Market', to: 'FUTA East Gate', walk_minutes: 7, ride_minutes: 2 },
        { from: 'FUTA East Gate', to: 'FUTA South Gate', walk_minutes: 13, ride_minutes: 4 },
      ],
    }),
  )
}
