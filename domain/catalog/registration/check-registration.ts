import type { z } from 'zod'
import type { Db } from '../../../db/handle.ts'
import { parsePhone } from '../../phone.ts'
import { inServiceArea } from '../../places/delivery-fee.ts'
import { landmarkNames } from '../../places/landmark-names.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { DELIVERY_SETTINGS } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import {
  firstIssues,
  type RegistrationErrors,
  type RegistrationField,
  registration_form,
  registration_steps,
} from '../forms.ts'

type Registration = z.output<typeof registration_form>

/** The message for an impossible phone number, for vendors and riders alike. */
export const NO_SUCH_PHONE = 'This phone number does not exist. Try it like 0803 123 4567.'

/** The message for a landmark that is in no list, for vendors and riders alike. */
export const NO_SUCH_LANDMARK = 'Please choose one of the landmarks.'

type Fields = Readonly<Partial<Record<string, string>>>
type Form = (typeof registration_steps)[number] | typeof registration_form

/** What is wrong with what was typed on one step (0 to 2), the first problem per field; nothing for any other step. */
export async function stepErrors(db: Db, step: number, fields: Fields): Promise<RegistrationErrors> {
  const form = registration_steps[step]
  return form ? wrongFields(db, form, fields) : {}
}

/** The fields as the table holds them: phone in E.164, a known landmark, a place on the campus. */
export async function readRegistration(
  db: Db,
  input: z.input<typeof registration_form>,
): Promise<Accepted<Registration> | Refused<'fields', RegistrationErrors>> {
  const { data } = registration_form.safeParse(input)
  const errors = await wrongFields(db, registration_form, input)
  const phone = parsePhone(input.phone)
  if (!data || !phone || Object.keys(errors).length > 0) return refused('fields', errors)
  const { latitude, longitude } = data
  return accepted({ ...data, phone, ...(latitude === null || longitude === null ? nowhere : {}) })
}

const nowhere = { latitude: null, longitude: null }

/** The form's own problems, then what it cannot know: which numbers and landmarks exist, how far the campus reaches. */
async function wrongFields(db: Db, form: Form, fields: Fields): Promise<RegistrationErrors> {
  const errors: RegistrationErrors = firstIssues(form.safeParse(fields).error)
  const fits = (name: RegistrationField) => name in form.shape && errors[name] === undefined
  const text = (name: RegistrationField) => fields[name]?.trim() ?? ''
  if (fits('phone') && !parsePhone(text('phone'))) errors.phone = NO_SUCH_PHONE
  if (fits('landmark') && !(await landmarkNames(db)).includes(text('landmark'))) {
    errors.landmark = NO_SUCH_LANDMARK
  }
  if (fits('latitude') && fits('longitude') && text('latitude') && text('longitude')) {
    const place = { latitude: Number(text('latitude')), longitude: Number(text('longitude')) }
    if (!inServiceArea(place, await readSetting(db, DELIVERY_SETTINGS))) {
      errors.latitude = 'This place is too far from the campus. Please move the pin.'
    }
  }
  return errors
}
