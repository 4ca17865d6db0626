import type { Actor } from '../domain/accounts/actor.ts'
import { callOffShift } from '../domain/delivery/shifts/call-off-shift.ts'
import { giveUpShift, keepShift, offerShiftOn } from '../domain/delivery/shifts/hand-on-shift.ts'
import { copyWeek, planShifts, publishWeek } from '../domain/delivery/shifts/plan-week.ts'
import { takeOverShift, takeShift } from '../domain/delivery/shifts/take-shift.ts'
import { watchShifts } from '../domain/delivery/shifts/watch-shifts.ts'
import type { Scene } from './race-scene.ts'

type Deps = Parameters<typeof callOffShift>[0]

/** Everything that is done with a shift from 18:00 to 21:00, one after the other; `at_its_end` is a day later. */
export async function planTakeAndCallOff(
  deps: Deps,
  at_its_end: Deps,
  admin: Actor,
  { rider, other_rider }: Scene,
): Promise<void> {
  const day = '2026-03-11'
  const planned = await planShifts(deps, admin, { days: [day], from: '18:00', until: '21:00', places: '2' })
  const shift_id = planned.ok ? (planned.value.shift_ids[0] ?? 0) : 0
  await publishWeek(deps, admin, day)
  const taken = await takeShift(deps, rider, shift_id)
  const place_id = taken.ok ? taken.value.id : 0
  await offerShiftOn(deps, rider, place_id)
  await keepShift(deps, rider, place_id)
  await offerShiftOn(deps, rider, place_id)
  await takeOverShift(deps, other_rider, place_id)
  await giveUpShift(deps, other_rider, place_id)
  await takeShift(deps, rider, shift_id)
  await copyWeek(deps, admin, '2026-03-18')
  await watchShifts(at_its_end)
  await callOffShift(deps, admin, { shift_id, reason: 'The campus is closed' })
}
