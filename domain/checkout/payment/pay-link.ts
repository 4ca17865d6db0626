import { createHash, randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import type { PaymentWindow } from '../../../adapters/payments/payment-provider.ts'
import type { Db } from '../../../db/handle.ts'
import { quotedWindows } from '../../delivery/windows/expected-windows.ts'
import type { Deps } from '../../events.ts'
import type { Kobo } from '../../money.ts'
import { payments } from '../../payments/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { isLinkToken, latestLink } from '../checkout-by-link.ts'
import { type CheckoutState, cartOf, checkoutSummary } from '../checkout-summary.ts'
import { pay_greeting, payer_email } from '../forms.ts'
import type { ToldWindow } from '../quote/told-windows.ts'
import { checkouts, pay_links } from '../tables.ts'
import { type StartPaymentRefusal, startPayment } from './start-payment.ts'

export type PayLinkRefusal = Refused<'not_found' | 'paid' | 'replaced', undefined> | Refused<'bad_greeting', string>

/**
 * Makes the link by which somebody else can pay a checkout, for who holds the checkout's own link, and answers its
 * token. Asked again, the link stays the same and says the new greeting. With `accepts_wait` the customer agrees to
 * wait for a rider, since whoever pays is not asked. Refused once it is paid or gave way to another, and for a greeting
 * that is too long or holds a web address, with why.
 */
export async function makePayLink(
  { db, clock }: Deps,
  link_token: string,
  { greeting, accepts_wait }: { greeting: string; accepts_wait: boolean },
): Promise<Accepted<{ token: string }> | PayLinkRefusal> {
  if (!isLinkToken(link_token)) return refused('not_found')
  const words = pay_greeting.safeParse(greeting)
  if (!words.success) return refused('bad_greeting', words.error.issues[0]?.message ?? '')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [checkout] = await tx
      .select({ id: checkouts.id, status: checkouts.status, replaced_by: checkouts.replaced_by })
      .from(checkouts)
      .where(eq(checkouts.link_token, link_token))
      .for('no key update')
    if (!checkout) return refused('not_found')
    if (checkout.status === 'Paid') return refused('paid')
    if (checkout.replaced_by !== null) return refused('replaced')
    if (accepts_wait) {
      await tx.update(checkouts).set({ wait_accepted_at: now }).where(eq(checkouts.id, checkout.id))
    }
    const token = randomBytes(18).toString('base64url')
    const [link] = await tx
      .insert(pay_links)
      .values({ checkout_id: checkout.id, token, greeting: words.data, made_at: now })
      .onConflictDoUpdate({ target: pay_links.checkout_id, set: { greeting: words.data } })
      .returning({ token: pay_links.token })
    return accepted({ token: link?.token ?? token })
  })
}

/**
 * Takes the link back, also from what was ordered in the stead of this one: from now on it leads nowhere. A payment
 * that is under way by it counts all the same.
 */
export async function endPayLink(db: Db, link_token: string): Promise<void> {
  if (!isLinkToken(link_token)) return
  await db.transaction(async (tx) => {
    // While it is locked, none that it leads to gives way to another.
    const [own] = await tx
      .select({ id: checkouts.id, replaced_by: checkouts.replaced_by })
      .from(checkouts)
      .where(eq(checkouts.link_token, link_token))
      .for('no key update')
    if (own) await tx.delete(pay_links).where(eq(pay_links.checkout_id, own.replaced_by ?? own.id))
  })
}

/** The link that a checkout has, and its greeting; null where there is none. */
export async function payLinkOf(db: Db, link_token: string): Promise<{ token: string; greeting: string } | null> {
  if (!isLinkToken(link_token)) return null
  const [found] = await db
    .select({ token: pay_links.token, greeting: pay_links.greeting })
    .from(pay_links)
    .innerJoin(checkouts, eq(checkouts.id, pay_links.checkout_id))
    .where(eq(checkouts.link_token, link_token))
  return found ?? null
}

/** What somebody who is asked to pay reads: nothing of where it goes, of its phone, or of its way. */
export type PayRequest = {
  state: CheckoutState
  first_name: string
  greeting: string
  kitchens: string[]
  dishes: number
  total: Kobo
  /** When it would be there if it were paid now; empty where it is paid, and for a slot. */
  windows: readonly ToldWindow[]
  /** It is wanted at a time of its own, later. */
  is_for_slot: boolean
  /** Names what was shown: whoever presses Pay pays this, or nothing. */
  shown: string
  /** What is known of money for the order as it was before its customer changed it. */
  before: 'nothing' | 'asked_for' | 'goes_back'
}

/** What a link asks for; null for one that leads nowhere. */
export async function payRequest({ db, clock }: Deps, token: string): Promise<PayRequest | null> {
  const link = await linkBehind(db, token)
  const summary = link && (await checkoutSummary(db, link.link_token))
  if (!summary) return null
  const quoted = summary.slot_from || summary.paid_at ? null : await quotedWindows(db, cartOf(summary, clock.now()))
  return {
    state: summary.state,
    first_name: summary.customer.firstName,
    greeting: link.greeting,
    kitchens: [...new Set(summary.lines.map(({ vendor_name }) => vendor_name))],
    dishes: summary.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total: summary.total,
    windows: quoted?.windows ?? [],
    is_for_slot: summary.slot_from !== null,
    shown: shownAs(summary.tx_ref),
    before: await moneyBefore(db, summary.link_token),
  }
}

/**
 * Begins the payment of a checkout by somebody who has its pay link, as `startPayment` does, with the payer's own
 * address for the provider's receipt instead of the customer's address and number. Refused also for an address that
 * cannot receive mail, and with `changed` where the page showed an order that gave way to another since.
 */
export async function startPaymentForAnother(
  deps: Deps & { geocoder: Geocoder },
  token: string,
  { email, shown, told = null }: { email: string; shown: string; told?: readonly ToldWindow[] | null },
): Promise<Accepted<PaymentWindow> | StartPaymentRefusal | Refused<'bad_email' | 'changed', undefined>> {
  const link = await linkBehind(deps.db, token)
  if (!link) return refused('not_found')
  if (shown !== shownAs(link.tx_ref)) return refused('changed')
  const own = payer_email.safeParse(email)
  if (!own.success) return refused('bad_email')
  const started = await startPayment(deps, link.link_token, { accepts_wait: false, told })
  if (!started.ok) return started
  return accepted({ ...started.value, customer: { email: own.data, name: `For ${link.first_name}` } })
}

/**
 * The payment's reference that somebody comes back with to a pay link: `said`, where that is of an order that gave way
 * to the link's own, else the link's own. Null for a link that leads nowhere.
 */
export async function txRefByPayLink(db: Db, token: string, said = ''): Promise<string | null> {
  const link = await linkBehind(db, token)
  if (!link || said === '' || said === link.tx_ref) return link?.tx_ref ?? null
  const [before] = await db
    .select({ link_token: checkouts.link_token })
    .from(checkouts)
    .where(eq(checkouts.tx_ref, said))
  return before && (await latestLink(db, before.link_token)) === link.link_token ? said : link.tx_ref
}

/** Tells the orders behind one link apart, and nothing else of them. */
const shownAs = (tx_ref: string) => createHash('sha256').update(tx_ref).digest('base64url').slice(0, 16)

async function moneyBefore(db: Db, link_token: string): Promise<PayRequest['before']> {
  const own = db.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.link_token, link_token))
  const rows = await db
    .select({ payment: payments.id, asked_for: checkouts.last_charge_status })
    .from(checkouts)
    .leftJoin(payments, eq(payments.checkout_id, checkouts.id))
    .where(inArray(checkouts.replaced_by, own))
  if (rows.some(({ payment }) => payment !== null)) return 'goes_back'
  return rows.some(({ asked_for }) => asked_for === 'pending') ? 'asked_for' : 'nothing'
}

async function linkBehind(db: Db, token: string) {
  if (!isLinkToken(token)) return null
  const { link_token, first_name, tx_ref } = checkouts
  const [found] = await db
    .select({ greeting: pay_links.greeting, link_token, first_name, tx_ref })
    .from(pay_links)
    .innerJoin(checkouts, eq(checkouts.id, pay_links.checkout_id))
    .where(eq(pay_links.token, token))
  return found ?? null
}
