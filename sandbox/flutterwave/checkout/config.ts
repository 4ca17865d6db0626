import { z } from 'zod'
import type { Settings } from '../../options.ts'
import { toKobo } from '../naira.ts'
import { payloadHash } from './payload-hash.ts'

export const payment_methods = ['card', 'ussd', 'banktransfer'] as const
export type PaymentMethod = (typeof payment_methods)[number]

const words = z.union([z.string(), z.number()]).transform(String)

const checkout = z.object({
  public_key: z.string().optional(),
  tx_ref: words.pipe(z.string().trim().min(1)),
  amount: words,
  currency: z.string().default('NGN'),
  payment_options: z.string().default(''),
  payload_hash: z.string().optional(),
  redirect_url: z.string().optional(),
  customer: z.object({
    email: z.string().trim().min(3),
    name: z.string().optional(),
    phone_number: words.optional(),
  }),
  customizations: z
    .object({ title: z.string().optional(), description: z.string().optional(), logo: z.string().optional() })
    .default({}),
  configurations: z
    .object({
      session_duration: z.coerce.number().optional(),
      max_retry_attempt: z.coerce.number().optional(),
    })
    .default({}),
  bank_transfer_options: z.object({ expires: z.coerce.number().optional() }).default({}),
})

export type Checkout = Omit<z.infer<typeof checkout>, 'payment_options'> & {
  amount_kobo: number
  methods: PaymentMethod[]
}

/** Reads the request of a merchant's page or server. A refusal is a sentence for the customer to read. */
export function readCheckout(asked: unknown, settings: Settings): { checkout: Checkout } | { refusal: string } {
  const parsed = checkout.safeParse(asked)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'The request'
    return { refusal: `${field} is missing or invalid` }
  }
  const { payment_options, ...config } = parsed.data
  const amount_kobo = toKobo(config.amount)
  if (amount_kobo === null || amount_kobo <= 0) return { refusal: 'amount is missing or invalid' }
  if (config.currency !== 'NGN') return { refusal: `${config.currency} is not enabled for this merchant` }
  if (config.payload_hash !== undefined) {
    const { amount, currency, customer, tx_ref } = config
    const expected = payloadHash({ amount, currency, email: customer.email, tx_ref }, settings.secret_key)
    if (config.payload_hash !== expected) {
      return { refusal: 'The checksum does not fit these payment details, so nothing can be paid here' }
    }
  }
  return { checkout: { ...config, amount_kobo, methods: methodsOf(payment_options) } }
}

/** Options that do not exist for the currency are silently dropped; if none is left, all are offered. */
function methodsOf(payment_options: string): PaymentMethod[] {
  const asked = payment_options.split(/[,;]/).map((option) => option.trim().toLowerCase())
  const known = payment_methods.filter((method) => asked.includes(method))
  return known.length > 0 ? known : [...payment_methods]
}
