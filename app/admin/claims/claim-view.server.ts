import type { ClaimRow, findClaim } from '../../../domain/claims/claim-lists.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira, nairaNumber, sumKobo } from '../../../domain/money.ts'
import { masked } from '../../../domain/notifications/outbox/list-messages.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { kind_words } from '../../ui/claim-words.ts'
import type { Sees } from '../sees.ts'

export type ClaimView = ReturnType<typeof claimView>

/** A claim as the list shows it. */
export function claimView({ claim, order, vendor_name, refund }: ClaimRow) {
  return {
    id: claim.id,
    kind: kind_words[claim.kind],
    status: claim.status,
    order_id: order.id,
    vendor_name,
    customer: order.customer_name,
    dishes: claim.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', '),
    worth: claim.lines.length > 0 ? formatNaira(sumKobo(claim.lines.map((line) => line.amount_kobo))) : null,
    given: refund && formatNaira(refund.amount),
    date: formatCampusDateTime(claim.created_at),
  }
}

/** Its dishes were dearer than at its counter. */
const LOSES_PROMISE = 'Its kitchen loses “Same price as at the counter”, and is told why.'

export type ClaimDetails = ReturnType<typeof claimDetails>

/** One claim with everything that helps to decide it; `carrier` is the rider who can bear it, null for none. */
export function claimDetails(
  found: NonNullable<Awaited<ReturnType<typeof findClaim>>>,
  carrier: string | null,
  { contacts }: Sees,
) {
  const { claim, order, most, refund } = found
  return {
    ...claimView(found),
    is_open: claim.status === 'Open',
    phone: contacts ? formatPhone(order.customer_phone) : masked(order.customer_phone),
    order_status: order.status,
    photo: claim.photo,
    words: found.words.map(({ id, text, said_at }) => ({ id, text, when: formatCampusDateTime(said_at) })),
    others: found.others,
    /** What is proposed: all that can go back for it, out of the pocket that its kind suggests. */
    most_naira: String(nairaNumber(most.food_kobo)),
    most: formatNaira(most.food_kobo),
    fee_kobo: most.fee_kobo,
    can_give: most.food_kobo + most.fee_kobo > 0,
    /** Nothing is left to go back, and it takes the promise from its kitchen all the same. */
    can_confirm: claim.kind === 'dearer' && most.food_kobo === 0,
    is_second_payment: claim.kind === 'paid_twice',
    likely_bearer: found.likely_bearer,
    /** What follows besides the money. */
    besides: claim.kind === 'dearer' ? ` ${LOSES_PROMISE}` : '',
    carrier,
    decided: claim.decided_at && `${formatCampusDateTime(claim.decided_at)}, by ${found.decided_by}`,
    reason: claim.reason,
    borne_by: refund?.borne_by ?? null,
    refund_id: refund?.id ?? null,
  }
}
