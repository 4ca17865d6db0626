import type { ResolveRefusal } from '../../adapters/banks/bank-directory.ts'

/** Spec §8: what went wrong with an account, with the bank's own words where it gave any. */
export function accountProblem(refusal: ResolveRefusal): string {
  switch (refusal.reason) {
    case 'invalid_bank':
      return 'Invalid bank'
    case 'no_name':
      return 'No account name returned'
    case 'failed':
      return refusal.details.message ? `Error verifying: ${refusal.details.message}` : 'Error verifying'
  }
}
