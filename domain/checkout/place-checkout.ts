import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Geocoder } from '../../adapters/maps/geocoder.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { type Given, kept } from '../../db/kept-statement.ts'
import { tx_ref_prefix } from '../brand.ts'
import { type CartLine, lineTotal } from '../catalog/menu/cart-line.ts'
import type { Clock } from '../clock.ts'
import { kobo, sumKobo } from '../money.ts'
import { parsePhone } from '../phone.ts'
import { takenOff } from '../promotions/best-promotions.ts'
import { writeUse } from '../promotions/hold-use.ts'
import { plainCode } from '../promotions/lifecycle.ts'
import { type CodeRefusal, takePromotions } from '../promotions/take-promotions.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { traced } from '../trace.ts'
import { type CheckoutField, type CustomerPlace, checkout_form, collecting_form } from './forms.ts'
import { giveWay, lockToGiveWay } from './give-way.ts'
import { hasOrdered } from './promotions/has-ordered.ts'
import { type NotReady, readyToPlace } from './ready-to-place.ts'
import { type CheckoutLine, checkouts } from './tables.ts'

export type FieldErrors = Partial<Record<CheckoutField, string>>

export type PlaceCheckoutRefusal =
  | Refused<'fields', FieldErrors>
  /** A code that does not count for this cart, with why. */
  | CodeRefusal
  | NotReady

/**
 * Stores what a customer is about to pay for, at our own prices (docs/product.md#checkout). Refuses invalid fields, a
 * cart that differs from what the customer saw, one from too many kitchens or below the minimum, an address that means
 * no place, a place that one of the kitchens does not reach, a tip beyond what is set, totals beyond NGN 5,000,000, and
 * the code of a promotion that does not count for it. Of those that do and the offers without a code, the best for the
 * customer are held for it (decisions 117, 130). What the customer `collects` at the kitchens needs no address, costs
 * no fee and takes no tip; what is for a slot is priced as it is open then, and refused where a kitchen cannot cook for
 * it or takes no more. Who shares the ride pays what holds with them counted, and is refused where it cannot be shared.
 * Where it can be handed over for less than at the door is noted with it, and a `hand_over` that is none of those is
 * refused (decision 151). Safe to repeat: one `idempotency_key` makes one checkout. Where it is ordered `instead_of`
 * another that is not paid, that one's promotions are free for it, and that one can no longer be paid (`giveWay`).
 * Answers its unguessable link token. Throws `being_paid` where money for that one may be on its way.
 */
export async function placeCheckout(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  request: {
    idempotency_key: string
    form: z.input<typeof checkout_form>
    cart: readonly CartLine[]
    place: CustomerPlace
    collects?: boolean
    slot_from?: Date | null
    /** Shares the ride with others who order to the same place in the same slot (decision 123). */
    shares_ride?: boolean
    /** The id of the gate or meeting point at which it is handed over; the door when left out. */
    hand_over?: number | null
    /** As it came; none when left out. */
    tip_kobo?: number
    /** As it was typed; empty for none. */
    code?: string
    /** The member of a group order who orders it, and which edition of it; none when left out. */
    of_group?: Pick<NewCheckout, 'group_member_id' | 'group_edition'> | null
    /** The link token of the checkout that gives way to it; none when left out. */
    instead_of?: string
    /** Since when that one's window is open in which the provider knows of no attempt; none when left out. */
    idle_since?: Date
    /** The code for friends that this browser has shown as its own; empty for none. */
    own_code?: string
  },
): Promise<Accepted<{ link_token: string }> | PlaceCheckoutRefusal> {
  const {
    collects = false,
    slot_from = null,
    tip_kobo = 0,
    code = '',
    hand_over = null,
    instead_of,
    own_code = '',
    idle_since,
  } = request
  const fields = readForm(request)
  if (!fields.ok) return fields

  const { firstName, lastName, email, phone, note } = fields.value
  const shares_ride = request.shares_ride === true && !collects
  const ready = await readyToPlace(
    deps,
    { ...request, collects, slot_from, shares_ride, tip_kobo, hand_over },
    fields.value.address,
  )
  if (!ready.ok) {
    // What was sent before stands, whatever changed since.
    const known = await findByKey(deps.db, request.idempotency_key)
    return known ? accepted(known) : ready
  }
  const { quote, address, bound, ride = null, hand_overs = [], offer_ids } = ready.value

  const now = deps.clock.now()
  const tx_ref = `${tx_ref_prefix}-${now.getTime()}-${randomBytes(6).toString('hex')}`
  const values = {
    tx_ref,
    link_token: randomBytes(18).toString('base64url'),
    idempotency_key: request.idempotency_key,
    first_name: firstName,
    last_name: lastName,
    email,
    phone,
    address,
    note: note || null,
    collects,
    slot_from,
    place_id: bound?.place.id ?? null,
    latitude: bound?.point.latitude ?? null,
    longitude: bound?.point.longitude ?? null,
    lines: quote.lines,
    subtotal: quote.subtotal_kobo,
    delivery_fee: quote.delivery_fee_kobo,
    fee_lines: quote.fee_lines,
    hand_overs: hand_overs.length > 0 ? hand_overs : null,
    run_id: ride?.run_id ?? null,
    run_single_fee: ride?.single_kobo ?? null,
    ...request.of_group,
    from_own_browser: plainCode(own_code) !== '' && plainCode(own_code) === plainCode(code),
    tip: quote.tip_kobo,
    total: quote.total_kobo,
    created_at: now,
  }
  const stored = await traced('place checkout', { about: tx_ref }, () =>
    plainCode(code) === '' && offer_ids.length === 0 && instead_of === undefined
      ? store(deps.db, values)
      : deps.db.transaction((tx) =>
          storeWithPromotions(tx, values, { typed: code, offer_ids, instead_of, idle_since }, deps.clock),
        ),
  )
  if (stored && 'reason' in stored) {
    const known = await findByKey(deps.db, request.idempotency_key)
    return known ? accepted(known) : stored
  }
  const link = stored ?? (await findByKey(deps.db, request.idempotency_key))
  if (!link) throw new Error('The checkout was neither stored nor found')
  return accepted({ link_token: link.link_token })
}

type NewCheckout = typeof checkouts.$inferInsert

/** Stores a checkout; null where its key has one already. */
async function store(db: Db | Tx, values: NewCheckout) {
  const [stored] = await insertCheckout(db, values)
  return stored ?? null
}

const insertCheckout = kept((db, values: Given<NewCheckout>) =>
  db
    .insert(checkouts)
    .values(values)
    .onConflictDoNothing({ target: checkouts.idempotency_key })
    .returning({ id: checkouts.id, link_token: checkouts.link_token }),
)

/** The same with what a code and offers take off, which is held for it; the checkout before it gives way. */
async function storeWithPromotions(
  tx: Tx,
  values: NewCheckout,
  wanted: { typed: string; offer_ids: readonly number[]; instead_of: string | undefined; idle_since: Date | undefined },
  clock: Clock,
) {
  const old = wanted.instead_of === undefined ? null : await lockToGiveWay(tx, wanted.instead_of, wanted.idle_since)
  const { phone, lines, delivery_fee: fee_kobo } = values
  const cart = {
    ...{ phone, fee_kobo, kitchens: kitchensOf(lines) },
    hasOrdered: (vendor_id: string | null) => hasOrdered(tx, phone, vendor_id),
  }
  const taken = await takePromotions(tx, { ...wanted, instead_of: old?.id ?? null }, cart, clock)
  if (!taken.ok) return taken
  const { taken: held, left_out } = taken.value
  const discount = takenOff(held)
  const stored = await store(tx, {
    ...values,
    // What is ordered once more comes from the same browser.
    from_own_browser: values.from_own_browser || (old?.from_own_browser ?? false),
    promotion_code: plainCode(wanted.typed) || null,
    offers_left_out: left_out.length > 0 ? left_out : null,
    free_delivery: held.some(({ promotion }) => promotion.kind === 'free_delivery'),
    discount,
    total: kobo(values.total - discount),
  })
  if (!stored) return null
  if (old) await giveWay(tx, old, stored.id)
  for (const { promotion, discount_kobo } of held) {
    await writeUse(tx, { checkout_id: stored.id, promotion, phone, discount_kobo }, clock.now())
  }
  return stored
}

/** What the dishes of each kitchen of a cart cost. */
function kitchensOf(lines: readonly CheckoutLine[]) {
  const vendor_ids = [...new Set(lines.map(({ vendor_id }) => vendor_id))]
  return vendor_ids.map((vendor_id) => ({
    vendor_id,
    food_kobo: sumKobo(lines.filter((line) => line.vendor_id === vendor_id).map(lineTotal)),
  }))
}

/** What a customer typed, or refused with what is wrong with it; asks nobody. */
export function readForm({ form, collects }: { form: z.input<typeof checkout_form>; collects?: boolean }) {
  const parsed = (collects ? collecting_form : checkout_form).safeParse(form)
  const errors: FieldErrors = {}
  for (const issue of parsed.error?.issues ?? []) errors[issue.path[0] as CheckoutField] ??= issue.message
  const phone = parsePhone(form.phone)
  if (!phone) errors.phone ??= 'This phone number does not exist. Try it like 0803 123 4567.'
  return parsed.success && phone ? accepted({ ...parsed.data, phone }) : refused('fields', errors)
}

/** The checkout that was sent under a key; null for none. */
export async function findByKey(db: Db | Tx, idempotency_key: string) {
  const [row] = await db
    .select({ link_token: checkouts.link_token })
    .from(checkouts)
    .where(eq(checkouts.idempotency_key, idempotency_key))
  return row ?? null
}
