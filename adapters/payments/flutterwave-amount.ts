import { z } from 'zod'
import { koboFromNaira } from '../../domain/money.ts'

/**
 * An amount from Flutterwave, naira as a number or a text (docs/providers.md#flutterwave-keys-and-amounts), read as
 * kobo.
 */
export const naira_amount = z.union([z.number(), z.string()]).transform((naira, context) => {
  try {
    return koboFromNaira(naira)
  } catch {
    context.addIssue({ code: 'custom', message: 'not an amount in naira' })
    return z.NEVER
  }
})
