import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { LeftOut } from '../../../domain/promotions/left-out.ts'
import type { CodeProblem } from '../../../domain/promotions/take-promotions.ts'
import { FieldError } from '../../ui/forms/field.tsx'

/** Where a code is typed that makes the order cheaper; it is read in any case and spacing. */
export function PromoField({ typed, error }: { typed: string; error: string | undefined }) {
  return (
    <div className="mb-5">
      <label className="block font-semibold">
        Promo code (optional)
        <input
          name="_promo"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          className="field font-normal"
          defaultValue={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'promo-error' : undefined}
        />
      </label>
      <FieldError id="promo-error" error={error} />
    </div>
  )
}

/** Where codes are guessed, none is looked at. */
export const TOO_MANY_CODES =
  'Too many codes that we do not know were typed here. Please wait a minute, or leave the code out.'

/** Why a code does not count, in words that leave nobody at the till without a way on. */
export function codeProblem(typed: string, problem: CodeProblem): string {
  const code = typed.trim()
  switch (problem.why) {
    case 'unknown':
      return `We do not know the code ${code}. Please look at it once more, or leave it out.`
    case 'not_begun':
      return (
        `This code counts from ${formatCampusDateTime(problem.starts_at)} on. ` +
        'Please come back then, or leave it out.'
      )
    case 'not_now':
      return `This code counts ${problem.when}. Please come back then, or leave it out.`
    case 'ended':
      return 'This promotion has ended. Please leave the code out.'
    case 'used_up':
      return 'Others were faster: this code is used up. Please leave it out.'
    case 'used_by_you':
      return 'You have used this code already, or a payment with it is still open. Please leave it out.'
    case 'below_minimum':
      return (
        `This code counts for dishes of ${formatNaira(problem.minimum_kobo)} and more: ` +
        `${formatNaira(problem.missing_kobo)} is missing. Please add a dish, or leave it out.`
      )
    case 'other_kitchen':
      return `This code counts for dishes of ${problem.vendor_name}. Please add one, or leave it out.`
    case 'not_alone':
      return (
        `This code pays the delivery of an order from ${problem.vendor_name} alone. Please order the rest ` +
        'separately, or leave it out.'
      )
    case 'not_first':
      return 'This code is for a first order, and you have ordered before. Thank you for that! Please leave it out.'
    case 'first_is_paid':
      return 'This code is for a first order, and your payment for one is still open. Please leave it out.'
    case 'own_code':
      return 'This is your own code: it is for a friend’s first order. Please send it to one, or leave it out.'
    case 'other_phone':
      return 'This code counts with the phone number that we sent it to. Please order with that one, or leave it out.'
    case 'month_full':
      return (
        'Your friend has brought as many people as one can in a month. Please leave the code out, or come back next ' +
        'month.'
      )
    case 'month_spent':
      return 'No more friends can be brought this month. Please leave the code out, or come back next month.'
    case 'no_fee':
      return 'This code pays the delivery, and you pay none. Please leave it out.'
  }
}

/** Why an offer does not count for an order, as its summary says it. */
export function offerProblem(problem: LeftOut): string {
  switch (problem.why) {
    case 'used_up':
      return 'Does not count any more: others were faster.'
    case 'used_by_you':
      return 'You have used it already, or a payment with it is still open.'
    case 'not_first':
      return 'Counts for a first order, and you have ordered before. Thank you for that!'
    case 'first_is_paid':
      return 'Counts for a first order, and your payment for one is still open.'
    case 'not_alone':
      return `Pays the delivery of an order from ${problem.vendor_name} alone.`
    case 'below_minimum':
      return (
        `Counts for dishes of ${formatNaira(problem.minimum_kobo)} and more: ` +
        `${formatNaira(problem.missing_kobo)} is missing.`
      )
  }
}
