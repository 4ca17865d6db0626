import type { ClaimKind } from '../../domain/claims/lifecycle.ts'

/** What can be wrong, as customers and admins read it. */
export const kind_words: Readonly<Record<ClaimKind, string>> = {
  missing_item: 'Something is missing or wrong',
  spoiled: 'Cold or spoiled',
  dearer: 'It costs less at the counter',
  not_arrived: 'It has not arrived',
  paid_twice: 'I paid twice',
}
