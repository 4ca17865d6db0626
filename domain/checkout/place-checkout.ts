import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Geocoder } from '../../adapters/maps/geocoder.ts'
import type { Db } from '../../db/handle.ts'
import { tx_ref_prefix } from '../brand.ts'
import type { CartLine } from '../catalog/cart-line.ts'
import type { Clock } from '../clock.ts'
import { parsePhone } from '../phone.ts'
import { inServiceArea } from '../places/delivery-fee.ts'
import type { Point } from '../places/distance.ts'
import { landmarkNames } from '../places/landmark-names.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { traced } from '../trace.ts'
import { type CheckoutField, type CustomerPlace, checkout_form } from './forms.ts'
import { landmarkPoint, type Quote, quoteCart } from './quote.ts'
import { checkouts } from './tables.ts'

/** NGN 5,000,000: more than a bank lets a card pay at once, so probably a typing error. */
const LARGEST_TOTAL_KOBO = 5_000_000_00

export type FieldErrors = Partial<Record<CheckoutField, string>>

export type PlaceCheckoutRefusal =
  | Refused<'fields', FieldErrors>
  | Refused<'cart_changed', Quote>
  | Refused<'too_large', undefined>

/**
 * Stores what a customer is about to pay for, at our own prices (docs/product.md#checkout). Refuses invalid fields, a
 * cart that differs from what the customer saw, and totals beyond NGN 5,000,000. Safe to repeat: one `idempotency_key`
 * makes one checkout. Answers its unguessable link token.
 */
export async function placeCheckout(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  request: {
    idempotency_key: string
    form: z.input<typeof checkout_form>
    cart: readonly CartLine[]
    place: CustomerPlace
  },
): Promise<Accepted<{ link_token: string }> | PlaceCheckoutRefusal> {
  const fields = readForm(request.form)
  if (!fields.ok) return fields

  const point = await customerPoint(deps.db, request.place, fields.value.address)
  const quote = await quoteCart(deps, request.cart, point)
  const refusal = refusalOf(quote)
  if (refusal) {
    // What was sent before stands, whatever changed since.
    const known = await findByKey(deps.db, request.idempotency_key)
    return known ? accepted(known) : refusal
  }

  const now = deps.clock.now()
  const { firstName, lastName, email, phone, address, note } = fields.value
  const tx_ref = `${tx_ref_prefix}-${now.getTime()}-${randomBytes(6).toString('hex')}`
  const store = deps.db
    .insert(checkouts)
    .values({
      tx_ref,
      link_token: randomBytes(18).toString('base64url'),
      idempotency_key: request.idempotency_key,
      first_name: firstName,
      last_name: lastName,
      email,
      phone,
      address,
      note: note || null,
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
      lines: quote.lines,
      subtotal: quote.subtotal_kobo,
      delivery_fee: quote.delivery_fee_kobo,
      total: quote.total_kobo,
      created_at: now,
    })
    .onConflictDoNothing({ target: checkouts.idempotency_key })
    .returning({ link_token: checkouts.link_token })
  const [stored] = await traced('place checkout', { about: tx_ref }, async () => store)
  const link = stored ?? (await findByKey(deps.db, request.idempotency_key))
  if (!link) throw new Error('The checkout was neither stored nor found')
  return accepted(link)
}

function refusalOf(quote: Quote): PlaceCheckoutRefusal | null {
  if (quote.changes.length > 0 || quote.lines.length === 0) return refused('cart_changed', quote)
  return quote.total_kobo > LARGEST_TOTAL_KOBO ? refused('too_large') : null
}

function readForm(form: z.input<typeof checkout_form>) {
  const parsed = checkout_form.safeParse(form)
  const errors: FieldErrors = {}
  for (const issue of parsed.error?.issues ?? []) errors[issue.path[0] as CheckoutField] ??= issue.message
  const phone = parsePhone(form.phone)
  if (!phone) errors.phone ??= 'This phone number does not exist. Try it like 0803 123 4567.'
  return parsed.success && phone ? accepted({ ...parsed.data, phone }) : refused('fields', errors)
}

/**
 * Where the food goes: the landmark the customer chose, if the address still names it; else the phone's position if
 * that is on the campus (somebody may order from another town); else a landmark that the address names.
 */
async function customerPoint(db: Db, place: CustomerPlace, address: string): Promise<Point | null> {
  const chosen = place.landmark && address.includes(place.landmark) ? place.landmark : null
  if (chosen) return landmarkPoint(db, chosen)
  if (place.latitude !== null && place.longitude !== null) {
    const position = { latitude: place.latitude, longitude: place.longitude }
    if (inServiceArea(position, await readSetting(db, DELIVERY_SETTINGS))) return position
  }
  const named = (await landmarkNames(db)).find((name) => address.toLowerCase().includes(name.toLowerCase()))
  return landmarkPoint(db, named ?? null)
}

async function findByKey(db: Db, idempotency_key: string) {
  const [row] = await db
    .select({ link_token: checkouts.link_token })
    .from(checkouts)
    .where(eq(checkouts.idempotency_key, idempotency_key))
  return row ?? null
}
