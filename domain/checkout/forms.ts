import { z } from 'zod'

const text = (longest: number, question: string) =>
  z.string().trim().min(1, question).max(longest, `Please keep this under ${longest} characters.`)

/** The five fields of spec §5, all of them non-blank after trimming; the spec's names. */
export const checkout_form = z.object({
  firstName: text(60, 'What is your first name?'),
  lastName: text(60, 'What is your last name?'),
  email: text(254, 'Where should we send the receipt?').pipe(
    z.email('This address cannot receive mail. Is it complete?'),
  ),
  phone: text(25, 'Which number can the rider call?'),
  address: text(300, 'Where should we bring it?'),
  note: z.string().trim().max(200, 'Please keep the note under 200 characters.').default(''),
})

export type CheckoutForm = z.output<typeof checkout_form>
export type CheckoutField = keyof CheckoutForm

export const cart_lines = z
  .array(
    z.object({
      vendor_id: z.uuid(),
      name: z.string().min(1).max(120),
      price_kobo: z.int().min(0).max(100_000_000),
      quantity: z.int().min(1).max(9_999),
    }),
  )
  .min(1)
  .max(100)

const coordinate = (limit: number) => z.coerce.number().min(-limit).max(limit)

/** Where the customer is: what the phone said, or a landmark they chose. Neither is needed to order. */
export const customer_place = z.object({
  latitude: coordinate(90).nullable(),
  longitude: coordinate(180).nullable(),
  landmark: z.string().max(60).nullable(),
})
export type CustomerPlace = z.output<typeof customer_place>
