import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { riders } from '../delivery/tables.ts'
import { accounts } from '../payments/ledger.ts'
import type { payouts } from './tables.ts'

/** A bank account of a payout, a vendor or a rider. */
export type BankAccount = {
  bank_name: string | null
  bank_code: string | null
  account_number: string | null
  account_name: string | null
}

/** Whom a payout is for. */
export type Payee = {
  kind: 'vendor' | 'rider'
  user_id: string
  name: string
  email: string
  phone: string | null
  /** The ledger account that a payout is booked to. */
  ledger_account: string
  /** Where the payee's money goes now. */
  bank_account: BankAccount
  /** When the bank account changed, while an admin has to check it. */
  bank_changed_at: Date | null
}

type Payout = Pick<typeof payouts.$inferSelect, 'vendor_id' | 'rider_id'>

/**
 * The payee of a payout, locked until the caller's commit, so that the bank account cannot change. A rider's payouts
 * take turns by this lock: of two approved at once, the later one must see what the other left (`riderBalance`). Lock
 * the payout first. Throws when the payee has no row, which no verb leaves behind.
 */
export async function lockPayee(tx: Tx, payout: Payout): Promise<Payee> {
  if (payout.vendor_id === null) {
    const [rider] = await riderOf(tx, payout).for('no key update')
    return riderAsPayee(rider)
  }
  const [vendor] = await vendorOf(tx, payout).for('share')
  return vendorAsPayee(vendor)
}

/** The same without a lock. */
export async function readPayee(db: Db, payout: Payout): Promise<Payee> {
  return payout.vendor_id === null
    ? riderAsPayee((await riderOf(db, payout))[0])
    : vendorAsPayee((await vendorOf(db, payout))[0])
}

const vendorOf = (db: Db | Tx, { vendor_id }: Payout) =>
  db
    .select()
    .from(vendors)
    .where(eq(vendors.user_id, vendor_id ?? ''))
const riderOf = (db: Db | Tx, { rider_id }: Payout) =>
  db
    .select()
    .from(riders)
    .where(eq(riders.user_id, rider_id ?? ''))

function vendorAsPayee(vendor: typeof vendors.$inferSelect | undefined): Payee {
  if (!vendor) throw new Error('A payout is for a vendor that is gone')
  return {
    kind: 'vendor',
    ...contactOf(vendor),
    ledger_account: accounts.vendor(vendor.user_id),
    bank_changed_at: vendor.bank_changed_at,
  }
}

function riderAsPayee(rider: typeof riders.$inferSelect | undefined): Payee {
  if (!rider) throw new Error('A payout is for a rider who is gone')
  return {
    kind: 'rider',
    ...contactOf(rider),
    ledger_account: accounts.rider(rider.user_id),
    bank_changed_at: rider.bank_changed_at,
  }
}

type Contact = BankAccount & Pick<Payee, 'user_id' | 'email' | 'phone'> & { name: string | null }

function contactOf({ user_id, email, phone, name, ...known }: Contact) {
  const { bank_name, bank_code, account_number, account_name } = known
  const bank_account = { bank_name, bank_code, account_number, account_name }
  return { user_id, email, phone, name: name ?? email, bank_account }
}

/**
 * Whether a payout waits until an admin has checked the payee's bank account: it was changed and not checked since, or
 * the payout would go to another account.
 */
export function isHeld(
  payout: BankAccount,
  payee: { bank_account: BankAccount; bank_changed_at: Date | null },
): boolean {
  return payee.bank_changed_at !== null || !sameAccount(payout, payee.bank_account)
}

/** Money goes by bank and number; the bank may write the holder's name differently. */
export function sameAccount(one: BankAccount, other: BankAccount): boolean {
  return one.bank_code === other.bank_code && one.account_number === other.account_number
}

/** Identifies a bank account in a form without showing it: an admin can only confirm the account on the screen. */
export function accountFingerprint({ bank_code, account_number }: BankAccount): string {
  return createHash('sha256').update(`${bank_code}:${account_number}`).digest('hex').slice(0, 20)
}

/** `Access Bank ••••0031`: enough to recognise an account by. */
export function maskedAccount({
  bank_name,
  account_number,
}: Pick<BankAccount, 'bank_name' | 'account_number'>): string {
  return `${bank_name ?? 'No bank'} ••••${account_number?.slice(-4) ?? ''}`
}
