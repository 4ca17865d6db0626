import { z } from 'zod'
import { koboFromNaira } from '../../domain/money.ts'

/** More than anybody can pay, and than our tables hold. */
export const LARGEST_KOBO = 999_999_999_999

/** Flutterwave's amounts, naira as a number or a text (docs/providers.md#flutterwave-keys-and-amounts), as kobo. */
export const naira_amount = z.union([z.number(), z.string()]).transform((naira, context) => {
  try {
    return koboFromNaira(naira)
  } catch {
    context.addIssue({ code: 'custom', message: 'not an amount in naira' })
    return z.NEVER
  }
})
