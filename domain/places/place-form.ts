import { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { degrees, firstWrong, whole } from '../settings/figures.ts'
import { readSetting } from '../settings/read-setting.ts'
import type { WrongField } from '../settings/setting.ts'
import { inServiceArea } from './delivery-fee.ts'
import { type PlaceKind, place_kinds } from './kinds.ts'
import type { places } from './tables.ts'

export type PlaceRow = typeof places.$inferSelect

/** What is wrong with a place as it was typed. */
export type PlaceFormRefusal = WrongField | Refused<'outside', undefined>

const kinds = Object.keys(place_kinds) as [PlaceKind, ...PlaceKind[]]
const ticked = z.string().optional().transform(Boolean)

export const place_name = z
  .string('Please enter a name.')
  .trim()
  .min(3, 'Please enter a name of at least 3 letters.')
  .max(60, 'Please use at most 60 characters.')

export const place_kind = z.enum(kinds, `Please choose what it is: ${kinds.join(', ')}.`)

/** Nobody is sent to a junction: nothing is brought there. */
export const NO_MEETING_AT_A_JUNCTION = 'Nothing is brought to a junction, so it is no meeting point.'

const place_form = z
  .object({
    name: place_name,
    kind: place_kind,
    latitude: degrees(90),
    longitude: degrees(180),
    position: whole('Please write a whole number, like 1.', 0, 999),
    landmark: ticked,
    meeting_point: ticked,
    verified: ticked,
  })
  .refine(({ kind, meeting_point }) => !(kind === 'junction' && meeting_point), {
    path: ['meeting_point'],
    message: NO_MEETING_AT_A_JUNCTION,
  })

export type PlaceValues = z.output<typeof place_form>

/**
 * A place as an admin typed it. Refuses invalid fields and, unless it may be `anywhere`, what is out of the service
 * area.
 */
export async function readPlaceForm(
  db: Db,
  fields: Readonly<Record<string, string>>,
  { anywhere = false } = {},
): Promise<Accepted<PlaceValues> | PlaceFormRefusal> {
  const form = place_form.safeParse(fields)
  if (!form.success) return refused('field', firstWrong(form.error))
  if (!anywhere && !inServiceArea(form.data, await readSetting(db, DELIVERY_SETTINGS))) return refused('outside')
  return accepted(form.data)
}

/** What of a place an admin can type, also of a whole row. */
export function placeValues(place: PlaceValues): PlaceValues {
  const { name, kind, latitude, longitude, position, landmark, meeting_point, verified } = place
  return { name, kind, latitude, longitude, position, landmark, meeting_point, verified }
}

/** Whether two places are alike in all that an admin can type. */
export function sameValues(one: PlaceValues, other: PlaceValues): boolean {
  return JSON.stringify(placeValues(one)) === JSON.stringify(placeValues(other))
}

/** The place's state when its form was shown, to notice that another admin changed it meanwhile. */
export function placeVersion(place: Omit<PlaceRow, 'id'>): string {
  const { closed_at, retired_at } = place
  return JSON.stringify([...Object.values(placeValues(place)), closed_at !== null, retired_at !== null])
}
