import type { NameRefusal } from '../../../domain/catalog/bank-account/name-bank-account.ts'

/** What went wrong with an account, with the bank's own words where it gave any. */
export function accountProblem(refusal: NameRefusal): string {
  switch (refusal.reason) {
    case 'unknown_bank':
      return 'Invalid bank'
    case 'no_name':
      return 'No account name returned'
    case 'unconfirmed_mail':
      return 'Error verifying: please confirm your email first, by the link in our mail to you.'
    case 'too_many':
      return refusal.details.hours === 1
        ? 'Error verifying: too many accounts were looked up. Please try again in an hour.'
        : 'Error verifying: too many accounts were looked up. Please try again tomorrow.'
    case 'failed':
      return refusal.details.message ? `Error verifying: ${refusal.details.message}` : 'Error verifying'
  }
}
