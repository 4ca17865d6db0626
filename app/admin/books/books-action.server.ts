import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatNaira, koboFromNaira } from '../../../domain/money.ts'
import { recordBankSettlement } from '../../../domain/payments/record-bank-settlement.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'

/** Records that the provider paid to our bank, and says in words what was wrong. */
export async function booksAction(services: AppServices, actor: Actor, form: FormData) {
  if (textOf(form, 'intent') !== 'bank_settlement') return refusal(form, 400, 'This cannot be done here.')
  const answer = await recordBankSettlement(services, actor, {
    provider: services.payments.name,
    reference: textOf(form, 'reference'),
    amount_kobo: readNaira(textOf(form, 'amount')),
    settled_on: textOf(form, 'settled_on'),
  })
  if (answer.ok) return done(form, 'Recorded')
  return inWords(form, answer, {
    not_found: [404, 'This cannot be done here.'],
    bad_reference: [422, 'Please enter the reference, 3 to 100 characters.', 'reference'],
    bad_amount: [422, 'Please enter an amount in naira, as 12500 or 12500.50.', 'amount'],
    bad_day: [422, 'Please enter the day on which it arrived, not one to come.', 'settled_on'],
    other_amount: ({ amount_kobo }) => [
      409,
      `This reference was recorded before, with ${formatNaira(amount_kobo)}.`,
      'reference',
    ],
    more_than_held: ({ held_kobo }) => [
      409,
      `By our books the provider holds only ${formatNaira(held_kobo)} for us.`,
      'amount',
    ],
  })
}

/** Kobo, or NaN for what is no amount. Commas between thousands are forgiven. */
function readNaira(text: string): number {
  try {
    return koboFromNaira(text.replaceAll(',', ''))
  } catch {
    return Number.NaN
  }
}
