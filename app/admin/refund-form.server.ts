import { koboFromNaira } from '../../domain/money.ts'
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
