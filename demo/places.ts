import type { PlannedPlace, PlannedWay } from '../domain/places/plant-campus.ts'

/**
 * The campus of the demo, after FUTA's. Only the first two gates were surveyed (docs/providers.md#landmarks); the other
 * coordinates and all minutes are estimates, good enough to try the product with, and an admin corrects them.
 */
export const demo_places: readonly PlannedPlace[] = [
  { name: 'FUTA North Gate', kind: 'gate', latitude: 7.30667, longitude: 5.13956, ...gate(true) },
  { name: 'FUTA South Gate', kind: 'gate', latitude: 7.29298, longitude: 5.14986, ...gate(true) },
  { name: 'FUTA Main Gate', kind: 'gate', latitude: 7.3034, longitude: 5.132, ...gate(false) },
  { name: 'FUTA East Gate', kind: 'gate', latitude: 7.301, longitude: 5.148, ...gate(false) },
  { name: 'Aluta Market', kind: 'market', latitude: 7.299, longitude: 5.144, ...gate(false) },
  { name: 'Jibowu Hall', kind: 'hostel', latitude: 7.3012, longitude: 5.1452 },
  { name: 'Abiola Hall', kind: 'hostel', latitude: 7.2996, longitude: 5.1467 },
  { name: 'Akindeko Hall', kind: 'hostel', latitude: 7.3022, longitude: 5.1438 },
  { name: 'Jadesola Hall', kind: 'hostel', latitude: 7.3041, longitude: 5.1421 },
  { name: 'Adeniyi Hall', kind: 'hostel', latitude: 7.3049, longitude: 5.1408 },
  { name: 'Peter Adeniyi Hall', kind: 'hostel', latitude: 7.3053, longitude: 5.1396 },
  { name: 'Postgraduate Hostel', kind: 'hostel', latitude: 7.3009, longitude: 5.1413 },
  { name: 'Senate Building', kind: 'building', latitude: 7.3039, longitude: 5.1367 },
  { name: 'University Library', kind: 'building', latitude: 7.3029, longitude: 5.1379 },
  { name: 'Health Centre', kind: 'building', latitude: 7.3046, longitude: 5.1352 },
  { name: 'Great Hall', kind: 'building', latitude: 7.3033, longitude: 5.1358 },
  { name: '1000-Seater Auditorium', kind: 'building', latitude: 7.3018, longitude: 5.1369 },
  { name: 'Students’ Union Building', kind: 'building', latitude: 7.3024, longitude: 5.1409, meeting_point: true },
  { name: 'School of Engineering', kind: 'faculty', latitude: 7.3015, longitude: 5.1355 },
  { name: 'School of Sciences', kind: 'faculty', latitude: 7.3022, longitude: 5.1341 },
  { name: 'School of Environmental Technology', kind: 'faculty', latitude: 7.3006, longitude: 5.1381 },
  { name: 'School of Agriculture', kind: 'faculty', latitude: 7.3001, longitude: 5.1362 },
  { name: 'School of Computing', kind: 'faculty', latitude: 7.3027, longitude: 5.1392 },
  { name: 'Obanla Junction', kind: 'junction', latitude: 7.3044, longitude: 5.1383 },
  { name: 'Library Junction', kind: 'junction', latitude: 7.3026, longitude: 5.1385 },
  { name: 'Hostel Junction', kind: 'junction', latitude: 7.3019, longitude: 5.1425 },
]

/** A gate or a market: kitchens and riders are near it, and customers can come to it. */
function gate(verified: boolean) {
  return { landmark: true, meeting_point: true, verified }
}

/** Gates on foot are closed at night; the roads for cars stay open. */
const at_night = { closed_from: '22:00', closed_until: '05:00' } as const

export const demo_ways: readonly PlannedWay[] = [
  { from: 'FUTA North Gate', to: 'Peter Adeniyi Hall', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Peter Adeniyi Hall', to: 'Adeniyi Hall', walk_minutes: 2, ride_minutes: 1 },
  { from: 'Adeniyi Hall', to: 'Jadesola Hall', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Jadesola Hall', to: 'Hostel Junction', walk_minutes: 4, ride_minutes: 2 },
  { from: 'Hostel Junction', to: 'Akindeko Hall', walk_minutes: 2, ride_minutes: 1 },
  { from: 'Akindeko Hall', to: 'Jibowu Hall', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Jibowu Hall', to: 'FUTA East Gate', walk_minutes: 5, ride_minutes: 2 },
  { from: 'Jibowu Hall', to: 'Abiola Hall', walk_minutes: 4, ride_minutes: 1 },
  { from: 'Abiola Hall', to: 'Aluta Market', walk_minutes: 5, ride_minutes: 2 },
  { from: 'Hostel Junction', to: 'Aluta Market', walk_minutes: 6, ride_minutes: null, ...at_night },
  { from: 'Aluta Market', to: 'FUTA South Gate', walk_minutes: 14, ride_minutes: 5 },
  { from: 'FUTA East Gate', to: 'FUTA South Gate', walk_minutes: 15, ride_minutes: 5 },
  { from: 'Hostel Junction', to: 'Students’ Union Building', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Hostel Junction', to: 'Postgraduate Hostel', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Students’ Union Building', to: 'School of Computing', walk_minutes: 3, ride_minutes: 1 },
  { from: 'School of Computing', to: 'Library Junction', walk_minutes: 1, ride_minutes: 1 },
  { from: 'Library Junction', to: 'University Library', walk_minutes: 1, ride_minutes: 1 },
  { from: 'Library Junction', to: 'Obanla Junction', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Library Junction', to: 'School of Environmental Technology', walk_minutes: 4, ride_minutes: 2 },
  { from: 'Obanla Junction', to: 'FUTA North Gate', walk_minutes: 5, ride_minutes: 2 },
  { from: 'Obanla Junction', to: 'Senate Building', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Senate Building', to: 'Great Hall', walk_minutes: 2, ride_minutes: 1 },
  { from: 'Senate Building', to: 'Health Centre', walk_minutes: 3, ride_minutes: 1 },
  { from: 'Great Hall', to: 'FUTA Main Gate', walk_minutes: 6, ride_minutes: 2 },
  { from: 'Health Centre', to: 'FUTA Main Gate', walk_minutes: 6, ride_minutes: 2 },
  { from: 'Great Hall', to: 'School of Engineering', walk_minutes: 4, ride_minutes: 2 },
  { from: 'School of Engineering', to: 'School of Sciences', walk_minutes: 3, ride_minutes: 1 },
  { from: 'School of Sciences', to: 'FUTA Main Gate', walk_minutes: 4, ride_minutes: 2 },
  { from: 'School of Engineering', to: '1000-Seater Auditorium', walk_minutes: 3, ride_minutes: 1 },
  { from: '1000-Seater Auditorium', to: 'University Library', walk_minutes: 3, ride_minutes: 1 },
  { from: 'School of Environmental Technology', to: 'School of Agriculture', walk_minutes: 4, ride_minutes: 2 },
  { from: 'School of Agriculture', to: 'School of Engineering', walk_minutes: 3, ride_minutes: 1 },
]
