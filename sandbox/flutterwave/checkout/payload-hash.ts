import { createHash } from 'node:crypto'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export type Hashed = { amount: string; currency: string; email: string; tx_ref: string }

/** Flutterwave's checksum: plain concatenation, with the amount exactly as it was sent. */
export const payloadHash = ({ amount, currency, email, tx_ref }: Hashed, secret_key: string): string =>
  sha256(amount + currency + email + tx_ref + sha256(secret_key))
