import { formatNaira, type Kobo, koboFromNaira } from '../../domain/money.ts'
import { type RefundBearer, refund_bearers } from '../../domain/payments/lifecycle.ts'
import { textOf } from '../request/form-texts.ts'

/** Who bears it, if one was chosen. */
export function bearerIn(form: FormData): RefundBearer | undefined {
  return refund_bearers.find((bearer) => bearer === textOf(form, 'borne_by'))
}

/** Naira as somebody types it ("1,500.50"), in kobo; what is no amount is refused by the verb. */
export function amountIn(form: FormData): number {
  const text = textOf(form, 'amount').replace(/[\s,₦]/g, '')
  if (text === '') return form.has('with_delivery_fee') ? 0 : Number.NaN
  try {
    return koboFromNaira(text)
  } catch {
    return Number.NaN
  }
}

/** The total that was shown and confirmed, in kobo; null where none was yet, NaN where it is no figure. */
export function confirmedIn(form: FormData): number | null {
  return form.has('confirmed_kobo') ? Number(textOf(form, 'confirmed_kobo') || Number.NaN) : null
}

/** What is wrong with money that is to go back, in words, wherever it is decided. */
export const refund_words = {
  bad_reason: [422, 'Please say why, in 3 to 200 characters. The customer reads it.', 'reason'],
  bad_amount: [422, 'Please write an amount in naira, like 1500.', 'amount'],
  more_than_paid: ({ left_kobo }: { left_kobo: Kobo }) =>
    [422, `At most ${formatNaira(left_kobo)} can go back.`, 'amount'] as const,
  charged_back: ({ left_kobo }: { left_kobo: Kobo }) =>
    [
      409,
      'The customer’s bank took this money back already (a chargeback), so giving it back would pay twice. ' +
        `${left_kobo > 0 ? `At most ${formatNaira(left_kobo)} can go back` : 'Nothing can go back'} unless it is won.`,
    ] as const,
  no_bearer: [422, 'Please choose whose money it is.', 'borne_by'],
  no_rider: [422, 'No rider carried it, so no rider can bear it.', 'borne_by'],
  in_payout: [409, 'The vendor was paid for it, or asked to be. Let the platform bear it.', 'borne_by'],
} as const
