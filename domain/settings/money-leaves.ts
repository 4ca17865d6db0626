import { z } from 'zod'
import { type Kobo, kobo } from '../money.ts'
import { figures, nairaOrNone } from './figures.ts'

/** Whose hand sends money out, asked once more: docs/product.md#money-that-leaves. */
export const MONEY_LEAVES = figures({
  key: 'money_leaves',
  heading: 'Money that leaves',
  what:
    'From this amount on, whoever lets a payout or a refund go gives their password once more, or a code of their ' +
    'authenticator app where they have one. Saving it takes the same.',
  button: 'Save amount',
  saved: 'Amount saved',
  no_guess: true,
  form: z.object({
    prove_from_kobo: nairaOrNone(100_000_000).meta({
      title: 'Password or code from (₦)',
      description: 'Empty: never. 0: always.',
    }),
  }),
  default: { prove_from_kobo: kobo(50_000_00) as Kobo | null },
})
