import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { insertVendor, jollofFor, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { placeCheckout } from '../place-checkout.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts, pay_links } from '../tables.ts'
import { endPayLink, makePayLink, payLinkOf, payRequest, startPaymentForAnother, txRefByPayLink } from './pay-link.ts'
import { startPayment } from './start-payment.ts'

const world = await worldOfFile()
const bank = control(world)
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function unpaid() {
  const vendor = await insertVendor(world.deps.db)
  const wanted = { idempotency_key: randomUUID(), form: ada, cart: [jollofFor(vendor)], place: nowhere }
  const placed = await placeCheckout(world.deps, wanted)
  if (!placed.ok) throw new Error(placed.reason)
  return { vendor, link_token: placed.value.link_token }
}

const asking = { greeting: 'Mummy, this is lunch', accepts_wait: true }

async function withLink() {
  const { link_token, vendor } = await unpaid()
  const made = await makePayLink(world.deps, link_token, asking)
  if (!made.ok) throw new Error(made.reason)
  return { link_token, vendor, token: made.value.token }
}

/** Presses Pay on the page that is open. */
const pays = async (token: string, email: string) => {
  const shown = (await payRequest(world.deps, token))?.shown ?? ''
  return startPaymentForAnother(world.deps, token, { email, shown })
}

test('a link says who asks, for what and how much, and nothing of where it goes', async () => {
  const { token, vendor, link_token } = await withLink()
  const asked = await payRequest(world.deps, token)
  expect(asked).toEqual({
    state: 'open',
    first_name: ada.firstName,
    greeting: asking.greeting,
    kitchens: [vendor.name],
    dishes: 2,
    total: expect.any(Number),
    windows: [expect.objectContaining({ vendor_id: vendor.user_id })],
    is_for_slot: false,
    shown: expect.stringMatching(/^[\w-]{16}$/),
    before: 'nothing',
  })
  expect(token).not.toBe(link_token)
  expect(await payRequest(world.deps, link_token)).toBe(null)
  expect(await payRequest(world.deps, 'x'.repeat(24))).toBe(null)
  expect(await payRequest(world.deps, "'; drop")).toBe(null)
})

test('whoever pays gives an address of their own, and the customer’s does not leave us', async () => {
  const { token, link_token } = await withLink()
  expect(await pays(token, 'mummy@')).toMatchObject({ reason: 'bad_email' })
  const started = await pays(token, ' mummy@example.com ')
  expect(started).toMatchObject({ ok: true })
  if (!started.ok) return
  expect(started.value.customer).toEqual({ email: 'mummy@example.com', name: `For ${ada.firstName}` })
  const tx_ref = (await txRefByPayLink(world.deps.db, token)) ?? ''
  expect(tx_ref).toBe(started.value.tx_ref)
  await bank.pay({ tx_ref, amount: started.value.total / 100 })
  expect(await settleCheckout(world.deps, { tx_ref })).toBe('paid')
  expect(await payRequest(world.deps, token)).toMatchObject({ state: 'paid' })
  expect(await pays(token, 'mummy@example.com')).toMatchObject({
    reason: 'paid',
  })
  expect(await makePayLink(world.deps, link_token, asking)).toMatchObject({ reason: 'paid' })
})

test('with nobody on duty it waits for the customer’s word, and takes it from the form', async () => {
  const { link_token } = await unpaid()
  const made = await makePayLink(world.deps, link_token, { greeting: '', accepts_wait: false })
  const token = made.ok ? made.value.token : ''
  const pay = () => pays(token, 'mummy@example.com')
  expect(await pay()).toMatchObject({ reason: 'nobody_on_duty' })
  const again = await makePayLink(world.deps, link_token, asking)
  expect(again).toMatchObject({ ok: true, value: { token } })
  expect(await payLinkOf(world.deps.db, link_token)).toEqual({ token, greeting: asking.greeting })
  expect(await pay()).toMatchObject({ ok: true })
  // The word stands with the link, whenever it is paid, and goes with it.
  world.clock.advance(5 * 60 * 60)
  expect(await pay()).toMatchObject({ ok: true })
  await endPayLink(world.deps.db, link_token)
  const own = await startPayment(world.deps, link_token, { accepts_wait: false })
  expect(own).toMatchObject({ reason: 'nobody_on_duty' })
})

test('a word that was given for an earlier try is not the word for a link that is made later', async () => {
  const { link_token } = await unpaid()
  expect(await startPayment(world.deps, link_token, { accepts_wait: true })).toMatchObject({ ok: true })
  world.clock.advance(5 * 60 * 60)
  const made = await makePayLink(world.deps, link_token, { greeting: '', accepts_wait: false })
  const token = made.ok ? made.value.token : ''
  expect(await pays(token, 'mummy@example.com')).toMatchObject({ reason: 'nobody_on_duty' })
  await makePayLink(world.deps, link_token, asking)
  expect(await pays(token, 'mummy@example.com')).toMatchObject({ ok: true })
})

test('made ten times at once it is one link, and taken back it leads nowhere', async () => {
  const { link_token } = await unpaid()
  const made = await Promise.all(Array.from({ length: 10 }, () => makePayLink(world.deps, link_token, asking)))
  const tokens = new Set(made.map((answer) => (answer.ok ? answer.value.token : answer.reason)))
  expect(tokens.size).toBe(1)
  const [token = ''] = tokens
  await endPayLink(world.deps.db, link_token)
  await endPayLink(world.deps.db, link_token)
  expect(await payRequest(world.deps, token)).toBe(null)
  expect(await pays(token, 'a@example.com')).toMatchObject({
    reason: 'not_found',
  })
  const anew = await makePayLink(world.deps, link_token, asking)
  expect(anew.ok && anew.value.token).not.toBe(token)
  expect(await startPayment(world.deps, link_token, { accepts_wait: true })).toMatchObject({ ok: true })
})

test('a greeting too long or leading elsewhere is refused with why, and so is a link that nobody has', async () => {
  const { link_token } = await unpaid()
  const said = async (greeting: string) => makePayLink(world.deps, link_token, { greeting, accepts_wait: false })
  expect(await said('m'.repeat(141))).toMatchObject({ reason: 'bad_greeting', details: expect.stringContaining('140') })
  expect(await said('see http://evil.example')).toMatchObject({ reason: 'bad_greeting' })
  expect(await makePayLink(world.deps, 'x'.repeat(24), asking)).toMatchObject({ reason: 'not_found' })
})

test('it goes with its checkout', async () => {
  const { link_token, token } = await withLink()
  await world.deps.db.delete(checkouts).where(eq(checkouts.link_token, link_token))
  expect(await world.deps.db.select().from(pay_links).where(eq(pay_links.token, token))).toEqual([])
})
