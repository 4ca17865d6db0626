import { z } from 'zod'
import { bank_fields, phone_text, required } from '../catalog/forms.ts'
import { incident_reasons, ways_out } from './incidents/lifecycle.ts'
import { incident_steps, rider_steps, saysWhy, vehicles } from './lifecycle.ts'

const about = z.object({
  name: required(80),
  phone: phone_text,
  vehicle: z.enum(vehicles, 'Please choose how you get about.'),
  /** The landmark where they usually wait. */
  landmark: required(60),
  /** The address of the rider's own upload: customers and gates see who comes. */
  profile_photo: z.string().trim().min(1, 'Please add a photo of yourself.').max(200),
})

/** Steps 0 and 1 of a rider's registration; step 2 shows them again for confirmation. */
export const rider_registration_steps = [about, bank_fields] as const
export const rider_registration_form = z.object({ ...about.shape, ...bank_fields.shape })
export type RiderRegistrationField = keyof z.output<typeof rider_registration_form>
export type RiderRegistrationErrors = Partial<Record<RiderRegistrationField, string>>

/** Why a rider gives a delivery back, or takes another number of packs. */
export const rider_reason = z.string().trim().min(3).max(200)

/** Why a rider hands it over without the PIN. */
export const no_pin_reason = rider_reason.refine(saysWhy)

/** What the customer says at the door. */
export const delivery_pin = z
  .string()
  .trim()
  .regex(/^\d{4}$/, 'The PIN has 4 digits.')

/** How many packs a rider counts at the vendor. */
export const pack_count = z.coerce.number().int().min(1).max(99)

/** A delivery's, an offer's or an order's number as it comes from a form. */
export const delivery_number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit)
/** Where a phone says it is. */
export const position_form = z.object({ latitude: degrees(90), longitude: degrees(180) })

/** What stands in the way of a hand-over, and what is done about it. */
export const incident_reason = z.enum(incident_reasons)
export const way_out = z.enum(ways_out)
export const incident_place = z.string().trim().min(1).max(60)

/** A step as a phone queues it, signed when it happened. Times are ISO, by the phone's own clock. */
export const queued_step_form = z.object({
  id: z.uuid(),
  delivery_id: delivery_number,
  verb: z.enum([...rider_steps, ...incident_steps]),
  happened_at: z.iso.datetime(),
  packs: z.int().optional(),
  packs_reason: z.string().max(300).optional(),
  pin: z.string().max(10).optional(),
  no_pin_reason: z.string().max(300).optional(),
  photo: z.string().max(200).optional(),
  incident: z
    .object({
      reason: z.string().max(30).optional(),
      way_out: z.string().max(30).optional(),
      place: z.string().max(100).optional(),
      words: z.string().max(300).optional(),
      kitchen_closed: z.boolean().optional(),
    })
    .optional(),
  /** HMAC-SHA256 of `stepMessage`, under the delivery's `step_key`, in hexadecimal. */
  signature: z.string().regex(/^[\da-f]{64}$/),
})
export type QueuedStep = z.output<typeof queued_step_form>
