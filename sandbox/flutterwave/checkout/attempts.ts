import { randomInt } from 'node:crypto'
import { behaviourFor } from '../../behaviour/sentinels.ts'
import type { World } from '../../world.ts'
import { approved, type ChargeOrder, charge, concludeCharge, declined, openCharge } from '../charges/charge.ts'
import { toNaira } from '../naira.ts'
import type { PaymentType, Transaction } from '../transactions/book.ts'
import { callbackShape } from './callback.ts'
import { cardShape, failing_otps, findTestCard, findTestCardByEnds, test_pin } from './cards.ts'
import type { CheckoutSession } from './session-book.ts'
import { ussd_banks } from './ussd-banks.ts'

/** What the checkout page shows next. `callback`, if present, is passed to the merchant's page. */
export type Progress =
  | { step: 'pin' | 'otp' | 'bank_page'; transaction_id: number }
  | { step: 'ussd_code'; transaction_id: number; code: string; bank: string }
  | { step: 'transfer'; transaction_id: number; account: TransferAccount }
  | { step: 'waiting'; transaction_id: number; callback: unknown }
  | { step: 'done'; transaction_id: number; status: string; message: string; callback: unknown }

export type TransferAccount = { number: string; bank: string; amount: number; expires_at: string }

export type Refused = { refusal: string }

const on_its_way_seconds = 3
const default_transfer_expiry_seconds = 3600

export function payByCard(world: World, session: CheckoutSession, entered: Record<string, string>): Progress | Refused {
  const card = findTestCard(entered.number ?? '')
  if (!card) return { refusal: 'Only the test cards work here. Pick one from the list.' }
  if (!isFutureMonth(entered.expiry ?? '')) return { refusal: 'The expiry date must be a month to come, as MM/YY' }
  if (!/^\d{3,4}$/.test(entered.cvv ?? '')) return { refusal: 'The CVV has 3 digits' }
  const auth_model = { pin: 'PIN', bank_page: 'VBVSECURECODE', nothing: 'NOAUTH' }[card.asks]
  const order = { ...orderOf(session, 'card'), auth_model, card: cardShape(card) }
  if (card.asks === 'nothing') return progressOf(world, charge(world, order, approved))
  return { step: card.asks, transaction_id: openCharge(world, order).id }
}

export function enterPin(world: World, t: Transaction, pin: string): Progress {
  const refusal = cardOf(t)?.refusal
  if (pin !== test_pin) return conclude(world, t, declined('Incorrect PIN'))
  return refusal ? conclude(world, t, declined(refusal)) : { step: 'otp', transaction_id: t.id }
}

export function enterOtp(world: World, t: Transaction, otp: string): Progress {
  const refusal = failing_otps[otp]
  return conclude(world, t, refusal ? declined(refusal) : approved)
}

export const answerOnBankPage = (world: World, t: Transaction, approve: boolean): Progress =>
  conclude(world, t, approve ? approved : declined('Authentication refused by the cardholder'))

export function chooseUssdBank(world: World, session: CheckoutSession, bank_code: string): Progress | Refused {
  const bank = ussd_banks[bank_code]
  if (!bank) return { refusal: 'Choose your bank' }
  const t = openCharge(world, { ...orderOf(session, 'ussd'), auth_model: 'USSD' })
  const code = `*${bank.menu}*000*${String(randomInt(10_000)).padStart(4, '0')}#`
  return { step: 'ussd_code', transaction_id: t.id, code, bank: bank.name }
}

export const dialUssdCode = (world: World, t: Transaction, works: boolean): Progress =>
  conclude(world, t, works ? { ...approved, on_its_way_seconds } : declined('Transaction declined by the bank'))

export function askForTransfer(world: World, session: CheckoutSession): Progress {
  const seconds = session.checkout.bank_transfer_options.expires || default_transfer_expiry_seconds
  const account = {
    number: '0067100155',
    bank: 'Mock Bank',
    amount: toNaira(session.checkout.amount_kobo),
    expires_at: new Date(world.now() + seconds * 1000).toISOString(),
  }
  const meta = {
    __CheckoutInitAddress: world.settings.app_url,
    originatorname: 'ADA OKAFOR',
    bankname: 'Mock Bank',
    originatoraccountnumber: '123*******90',
    authorization: {
      mode: 'banktransfer',
      transfer_account: account.number,
      transfer_bank: account.bank,
      transfer_amount: account.amount,
      account_expiration: account.expires_at,
    },
  }
  const t = openCharge(world, { ...orderOf(session, 'bank_transfer'), auth_model: 'AUTH', meta })
  return { step: 'transfer', transaction_id: t.id, account }
}

/** A transfer of any amount arrives, early or late: nobody can be stopped from sending money. */
export const sendTransfer = (world: World, t: Transaction, amount_kobo: number): Progress =>
  conclude(world, t, { ...approved, amount_kobo, on_its_way_seconds })

/** The state of a charge, which the page polls while it waits. */
export function progressOf(world: World, t: Transaction): Progress {
  const callback = callbackShape(world, t)
  if (t.status !== 'pending') {
    const message = t.processor_response ?? ''
    return { step: 'done', transaction_id: t.id, status: t.status, message, callback }
  }
  const { settle } = behaviourFor(world.behaviour.current(), t.customer_email)
  return { step: 'waiting', transaction_id: t.id, callback: settle === 'now' ? null : callback }
}

function conclude(world: World, t: Transaction, verdict: Parameters<typeof concludeCharge>[2]): Progress {
  return progressOf(world, concludeCharge(world, t.id, verdict) ?? t)
}

function orderOf({ checkout }: CheckoutSession, payment_type: PaymentType): Omit<ChargeOrder, 'auth_model'> {
  const { tx_ref, amount_kobo, currency, customer } = checkout
  return { tx_ref, amount_kobo, currency, payment_type, customer }
}

function cardOf(t: Transaction) {
  const kept = JSON.parse(t.card ?? '{}') as { first_6digits?: string; last_4digits?: string }
  return findTestCardByEnds(kept.first_6digits ?? '', kept.last_4digits ?? '')
}

function isFutureMonth(expiry: string): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(expiry.trim()) ?? []
  if (!month || !year) return false
  return Date.UTC(2000 + Number(year), Number(month)) > Date.now()
}
