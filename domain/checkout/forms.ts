import { z } from 'zod'
import { MOST_LINES, MOST_OF_ONE } from '../catalog/menu/cart-line.ts'
import { DEAREST_WITH_CHOICES_KOBO } from '../catalog/menu/option-groups.ts'
import { kobo } from '../money.ts'
import { namesWebAddress, plainText } from '../plain-text.ts'

/** What was typed, without the control characters that no keyboard types and no database stores. */
const typed = z.string().transform((text) => text.replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : '')).trim())

/** Vendors and riders read the customer's text in an SMS. */
const withoutLinks = typed.refine((value) => !namesWebAddress(value), 'Please leave web addresses out.')

const text = (longest: number, question: string, kind = withoutLinks) =>
  kind.pipe(z.string().min(1, question).max(longest, `Please keep this under ${longest} characters.`))

/** The note for the kitchen and the rider, at the checkout and afterwards. */
export const order_note = withoutLinks.pipe(z.string().max(200, 'Please keep the note under 200 characters.'))

/** The five fields of docs/product.md#checkout, all of them non-blank after trimming, and the note. */
export const checkout_form = z.object({
  firstName: text(60, 'What is your first name?'),
  lastName: text(60, 'What is your last name?'),
  email: text(254, 'Where should we send the receipt?', typed).pipe(
    z.email('This address cannot receive mail. Is it complete?'),
  ),
  phone: text(25, 'Which number can the rider call?'),
  address: text(300, 'Where should we bring it?'),
  note: order_note,
})

/** The same where the customer collects the food: an address is not needed. */
export const collecting_form = checkout_form.extend({
  address: withoutLinks.pipe(z.string().max(300, 'Please keep this under 300 characters.')),
})

/** What a customer says to whoever pays for the order, e.g. on WhatsApp. */
export const pay_greeting = withoutLinks.pipe(z.string().max(140, 'Please keep this under 140 characters.'))

/** Where the receipt of the payment goes, of somebody who pays for another. */
export const payer_email = checkout_form.shape.email

export type CheckoutForm = z.output<typeof checkout_form>
export type CheckoutField = keyof CheckoutForm

/** A cart may come in a cookie, which anybody can write: with signs that no database stores it is nobody's cart. */
const cart_name = z
  .string()
  .min(1)
  .max(120)
  .refine((name) => plainText(name) === name)
/** More than a dish may offer. */
const MOST_CHOICES = 200

export const cart_lines = z
  .array(
    z.object({
      vendor_id: z.uuid(),
      name: cart_name,
      price_kobo: z.int().min(0).max(DEAREST_WITH_CHOICES_KOBO).transform(kobo),
      quantity: z.int().min(1).max(MOST_OF_ONE),
      /** Missing for a dish without choices, and in old carts. */
      options: z
        .array(z.object({ group: cart_name, name: cart_name }))
        .max(MOST_CHOICES)
        .optional(),
    }),
  )
  .min(1)
  .max(MOST_LINES)

/** Choices of all dishes of a cart: ten for each of a hundred. */
const MOST_CHOICES_IN_ALL = 1_000

/** Whether something sent as a cart is longer than any real one, without reading all of it. */
export function isTooMuch(cart: unknown): boolean {
  if (!Array.isArray(cart)) return false
  if (cart.length > MOST_LINES) return true
  const choices = (cart as ({ options?: { length?: unknown } } | null)[]).map((line) =>
    Number(line?.options?.length ?? 0),
  )
  return choices.reduce((sum, count) => sum + count, 0) > MOST_CHOICES_IN_ALL
}

const coordinate = (limit: number) => z.string().trim().min(1).transform(Number).pipe(z.number().min(-limit).max(limit))

/**
 * Where the customer is, from the phone or as a pin on the map, and the place that was offered and taken. Neither is
 * needed to order: what makes no sense counts as not sent.
 */
export const customer_place = z.object({
  latitude: coordinate(90).nullable().catch(null),
  longitude: coordinate(180).nullable().catch(null),
  offered: withoutLinks.pipe(z.string().max(60)).nullable().catch(null),
})
export type CustomerPlace = z.output<typeof customer_place>

/** Why an admin decided so about money on the review list; a customer who gets it back reads it. */
export const review_reason = z
  .string()
  .trim()
  .min(3, 'Please say why, in a few words.')
  .max(200, 'Please use at most 200 characters.')
