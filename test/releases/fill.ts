import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { passwords } from '../../adapters/accounts/passwords.ts'
import type { Db } from '../../db/handle.ts'
import type { Actor } from '../../domain/accounts/actor.ts'
import { rememberDevice } from '../../domain/accounts/known-devices.ts'
import { askMailLink, mailAskedLinks } from '../../domain/accounts/mail-links.ts'
import { spendCode } from '../../domain/accounts/spend-code.ts'
import { beginTablet } from '../../domain/accounts/tablet-sessions.ts'
import { closeCohortDays } from '../../domain/analytics/cohorts.ts'
import { noteBegun, noteGood } from '../../domain/backups/note-backup.ts'
import { openCase } from '../../domain/cases/open-case.ts'
import { noteCase } from '../../domain/cases/work-on-case.ts'
import { bringKitchenFile, takeInKitchens } from '../../domain/catalog/onboarding/take-in-kitchens.ts'
import { keepDraft } from '../../domain/catalog/registration/keep-draft.ts'
import { inviteStaff } from '../../domain/catalog/staff/invite-staff.ts'
import { setKitchenPin } from '../../domain/catalog/staff/kitchen-pin.ts'
import { noteSeenKitchen } from '../../domain/catalog/staff/note-seen-kitchen.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { addDish } from '../../domain/checkout/group-orders/change-lines.ts'
import { joinGroup } from '../../domain/checkout/group-orders/join-group.ts'
import { placeGroupOrder } from '../../domain/checkout/group-orders/place-group-order.ts'
import { startGroup } from '../../domain/checkout/group-orders/start-group.ts'
import { makePayLink } from '../../domain/checkout/payment/pay-link.ts'
import { startPayment } from '../../domain/checkout/payment/start-payment.ts'
import { receiveProviderEvent } from '../../domain/checkout/settlement/receive-provider-event.ts'
import { settleCheckout } from '../../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { assignDelivery } from '../../domain/delivery/offers/assign-delivery.ts'
import { handOver, pickUp } from '../../domain/delivery/steps/take-step.ts'
import { deliveries, order_keys } from '../../domain/delivery/tables.ts'
import { refreshSpeeds } from '../../domain/delivery/windows/refresh-speeds.ts'
import { saveView } from '../../domain/desk/saved-views.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { kobo } from '../../domain/money.ts'
import { takeKitchenText } from '../../domain/notifications/inbound/kitchen-text.ts'
import { setQuiet } from '../../domain/notifications/outbox/quiet-numbers.ts'
import { subscribeCustomer } from '../../domain/notifications/outbox/subscribe-customer.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { escalateUnaccepted } from '../../domain/orders/acceptance/escalate-unaccepted.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { closeDays } from '../../domain/orders/figures/close-days.ts'
import { rejectOrder } from '../../domain/orders/refunds/reject-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { recordChargeback } from '../../domain/payments/chargebacks/record-chargeback.ts'
import { closeMonths } from '../../domain/payments/close-months.ts'
import { recordBankSettlement } from '../../domain/payments/record-bank-settlement.ts'
import { payments } from '../../domain/payments/tables.ts'
import { findPoint } from '../../domain/places/find-place.ts'
import { places } from '../../domain/places/tables.ts'
import { compareLists } from '../../domain/reconciliation/compare-lists.ts'
import { readNewestCharges } from '../../domain/reconciliation/read-newest.ts'
import { ESCALATION } from '../../domain/settings/definitions.ts'
import { savedSetting } from '../../domain/settings/read-setting.ts'
import { saveSetting } from '../../domain/settings/save-setting.ts'
import { ada, nowhere } from '../ada.ts'
import { plantTestCampus } from '../campus.ts'
import { control } from '../control.ts'
import { sendDueMessages, sendDueRefunds, sendDueTransfers } from '../due-work.ts'
import { friendsUnderTest, somebody } from '../friends.ts'
import { kitchenPeople } from '../kitchen-people.ts'
import { letters } from '../letters.ts'
import { promotionsUnderTest } from '../promotions.ts'
import { pushDevice } from '../push-device.ts'
import { sceneMaker } from '../race-scene.ts'
import { racersOf } from '../race-verbs.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, type World } from '../world.ts'

/**
 * Plays on a migrated, empty database, so that it holds what this version of the code writes: every verb that locks an
 * order, a delivery, a payout or a rider, a lunch with everybody who looks at it afterwards, and what else has a table
 * (test/releases/releases.test.ts has the list of those that stay empty).
 */
export async function fillRelease(world: World): Promise<void> {
  const { db } = world.deps
  await plantTestCampus(db)
  const admin = await insertAccount(db, 'admin', { name: 'Ngozi', email: 'ngozi@example.com' })
  await everyVerbOnce(world, admin)
  await lunch(world, admin)
  await strayMoney(world)
  await friendsOrderTogether(world)
  await promotionsAndTips(world, admin)
  await friendsAreBrought(world, admin)
  await kitchenStaff(world)
  await office(world, admin)
  await nightlyWork(world)
  const violations = await findViolations(db)
  if (violations.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(violations.slice(0, 3))}`)
}

/** Each on an order with people of its own. What they refuse is fine, as in a race; what they throw is not. */
async function everyVerbOnce(world: World, admin: Actor): Promise<void> {
  const sceneAt = sceneMaker(world)
  for (const racer of racersOf(world, world.deps.db, admin).values()) {
    const scene = await sceneAt(racer.at, [racer])
    world.clock.advance(1)
    await racer.run(scene)
  }
}

/** A kitchen and a rider who can log in: an order is delivered, one waits, one is rejected and paid back. */
async function lunch(world: World, admin: Actor): Promise<void> {
  const { deps } = world
  const { db } = deps
  const phone = '08035550001'
  const kitchen = await insertVendor(db, { name: 'Iya Bose Buka', email: 'bose@example.com', phone })
  const owner = await insertAccount(db, 'vendor', { user_id: kitchen.user_id, email: 'bose@example.com' })
  const rider = await insertRider(db, { email: 'musa@example.com' })
  const [delivered, rejected] = [await paidAt(world, kitchen), await paidAt(world, kitchen)]
  await acceptOrder(deps, owner, { order_id: delivered, minutes: 15 })
  await completeOrder(deps, owner, delivered)
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.order_id, delivered))
  const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, delivered))
  if (!delivery || !key) throw new Error('nothing to deliver')
  await assignDelivery(deps, admin, { delivery_id: delivery.id, rider_id: rider.user_id })
  await pickUp(deps, rider, { delivery_id: delivery.id, packs: 2 })
  await handOver(deps, rider, { delivery_id: delivery.id, pin: key.pin })
  await rejectOrder(deps, owner, { order_id: rejected, reason: 'The gas is finished' })
  await sendDueRefunds(deps)
  const waits = await paidAt(world, kitchen)
  const [waiting] = await db.select().from(order_keys).where(eq(order_keys.order_id, waits))
  await subscribeCustomer(deps, waiting?.track_token ?? '', pushDevice(world.sandbox.url).address)
  await makePayLink(deps, (await startedCheckout(world, [jollofFor(kitchen)])).link_token, {
    greeting: 'Lunch for me',
    accepts_wait: true,
  })
  // The kitchen opens again, and is told that it is open.
  await takeKitchenText(deps, { from: phone, text: '8', id: 'one' })
}

/** A paid order of one kitchen, as the provider tells of it. */
async function paidAt(world: World, kitchen: { user_id: string }): Promise<number> {
  const checkout = await startedCheckout(world, [jollofFor(kitchen)], { tip_kobo: 200_00 })
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  if (!order) throw new Error('no order')
  return order.id
}

/** Too little of it is paid, so that somebody has to look; the provider writes of it. */
async function strayMoney(world: World): Promise<void> {
  const { deps } = world
  const kitchen = await insertVendor(deps.db, { name: 'Half-Paid Kitchen' })
  const checkout = await startedCheckout(world, [jollofFor(kitchen)])
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 200 })
  await settleCheckout(deps, { tx_ref: checkout.tx_ref })
  const [{ headers, body }] = await letters(world)
  await receiveProviderEvent(deps, new Headers(headers), Buffer.from(body))
}

async function friendsOrderTogether(world: World): Promise<void> {
  const { deps } = world
  const { db } = deps
  const kitchen = await insertVendor(db, { name: 'Friends’ Kitchen' })
  const [place] = await db.select().from(places).where(eq(places.name, 'Jadesola Hall'))
  if (!place) throw new Error('no hall')
  const [first, second] = [newSecret(), newSecret()]
  const wish = { vendor_id: kitchen.user_id, name: 'Ada', pays: 'one', place_id: place.id, minutes: 30 } as const
  const started = await startGroup(deps, { ...wish, secret: first, slot_from: null })
  if (!started.ok) throw new Error(`no group: ${started.reason}`)
  const { token } = started.value
  await joinGroup(deps, { token, secret: second }, 'Tunde')
  for (const secret of [first, second]) {
    await addDish(deps, { token, secret }, jollofFor(kitchen, 1), 'once')
  }
  const placed = await placeGroupOrder(
    deps,
    { token, secret: first },
    { idempotency_key: randomUUID(), form: ada, place: nowhere },
  )
  if (!placed.ok) throw new Error(`not placed together: ${placed.reason}`)
  await startPayment(deps, placed.value.link_token, { accepts_wait: true })
  const [row] = await db.select().from(checkouts).where(eq(checkouts.link_token, placed.value.link_token))
  await control(world).pay({ tx_ref: row?.tx_ref ?? '', amount: (row?.total ?? 0) / 100 })
  await settleCheckout(deps, { tx_ref: row?.tx_ref ?? '' })
}

const newSecret = () => randomBytes(18).toString('base64url')

async function promotionsAndTips(world: World, admin: Actor): Promise<void> {
  const { promotion, paid } = promotionsUnderTest(
    () => world,
    () => admin,
  )
  for (const form of [{ percent: '33' }, { kind: 'free_delivery' }, { kind: 'amount', amount: '700' }] as const) {
    const { code } = await promotion(form)
    await paid(code, [1], { tip_kobo: 150_00 })
  }
}

/** One has been rewarded, of two who look like one person an admin decides. */
async function friendsAreBrought(world: World, admin: Actor): Promise<void> {
  const { offered, referrer, buys, comes } = friendsUnderTest(
    () => world,
    () => admin,
  )
  await offered()
  const { who, code } = await referrer()
  await comes((await buys(somebody(), code)).order)
  await comes((await buys(somebody({ email: who.email }), code)).order)
  await buys(who)
}

async function kitchenStaff(world: World): Promise<void> {
  const { deps } = world
  const { db } = deps
  const people = kitchenPeople(() => world)
  const owner = await people.now(await people.kitchen('Iya Staff'))
  const cook = await people.worksFor(owner, 'cook', 'Bisi')
  await inviteStaff({ ...deps, passwords }, owner, { email: '08031239999', name: 'Tunde', role: 'cook' })
  await setKitchenPin({ ...deps, passwords }, owner, { user_id: cook.user_id, pin: '4826' })
  await noteSeenKitchen(deps, owner)
  const { user_id } = owner
  await db.transaction((tx) => beginTablet(tx, { user_id, vendor_id: user_id }, deps.clock.now()))
  await db.update(vendors).set({ status: 'Active' }).where(eq(vendors.user_id, user_id))
}

/** What admins keep, and what customers ask of us beside food. */
async function office(world: World, admin: Actor): Promise<void> {
  const { deps, clock } = world
  const { db } = deps
  await saveView(deps, admin, { list: 'orders', name: 'Today', query: 'status=Pending', shared: true })
  const told = { subject: 'order:1', title: 'Cold soup', words: 'She called.', request_key: randomUUID() }
  const opened = await openCase(deps, admin, told)
  if (!opened.ok) throw new Error(`no case: ${opened.reason}`)
  await noteCase(deps, admin, { case_id: opened.value.id, words: 'Twice.', request_key: randomUUID() })
  const text =
    'kitchen,phone,category,address,landmark,about,dish,price\n' +
    'Taken In,08035550077,Buka,Shop 7,FUTA North Gate,Rice,Rice,900\n'
  const brought = await bringKitchenFile(deps, admin, { name: 'kitchens.csv', text })
  if (!brought.ok) throw new Error(`no file: ${brought.reason}`)
  await takeInKitchens({ ...deps, passwords }, admin, brought.value.id)
  await recordBankSettlement(deps, admin, {
    provider: 'flutterwave',
    reference: 'FLW-1',
    amount_kobo: 1000_00,
    settled_on: '2026-03-10',
  })
  await setQuiet(db, { phone: '+2348031230000', quiet: true, by: 'track_page', now: clock.now() })
  await findPoint(deps, 'Jadesola Hall')
  const { version } = await savedSetting(db, ESCALATION)
  const typed = { remind_minutes: '3', call_minutes: '6', cancel_minutes: '14' }
  await saveSetting(deps, admin, ESCALATION, { typed, version })
  const { user_id } = admin
  await spendCode(deps, { user_id, kind: 'backup_code', code: 'abcd-efgh' })
  const email = 'ngozi@example.com'
  await rememberDevice(deps, { user_id, email, device: newSecret(), user_agent: 'Firefox' })
  await db.transaction((tx) => askMailLink(tx, { purpose: 'new_password', email, now: clock.now() }))
  const applicant = await insertAccount(db, 'rider', { email: 'applicant@example.com' })
  await db.transaction((tx) =>
    keepDraft(tx, applicant.user_id, {
      ...{ step: 1, fields: { phone: '0803' }, names: ['phone'], last_step: 3, now: clock.now() },
    }),
  )
}

/** What the worker does by itself, some of it a month later. */
async function nightlyWork(world: World): Promise<void> {
  const { deps, clock } = world
  const later = (days: number) => ({
    ...deps,
    clock: { now: () => new Date(clock.now().getTime() + days * 86_400_000) },
  })
  await escalateUnaccepted(later(5 / 1440))
  await readNewestCharges(deps)
  const [paid] = await deps.db.select().from(payments).where(eq(payments.purpose, 'orders')).limit(1)
  await recordChargeback(deps, 'flutterwave', {
    ...{ provider_chargeback_id: '2221', provider_transaction_id: paid?.provider_transaction_id ?? '' },
    ...{ amount: kobo(100_00), status: 'initiated', stage: 'new', reason: 'Fraud', due_at: null, created_at: null },
  })
  while ((await sendDueTransfers(deps)) > 0);
  await mailAskedLinks(deps)
  const gateway = { name: 'quick', send: async () => ({ sent: true as const, gateway_message_id: null }) }
  while ((await sendDueMessages({ ...deps, sms: gateway, mail: gateway })) > 0);
  while ((await compareLists(later(1))) > 0);
  await refreshSpeeds(later(1))
  await closeDays(later(2))
  await closeCohortDays(later(2))
  await closeMonths(later(40))
  const begun_at = clock.now()
  await noteBegun(deps.db, { name: '2026-03-10T11-00-00Z', place: '/mnt/backups', begun_at })
  await noteGood(deps.db, { name: '2026-03-10T11-00-00Z', verified_at: begun_at, bytes: 1_000_000, pictures: 0 })
}

/** The tables that nothing was written into. */
export async function emptyTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; filled: boolean }>(sql`
    select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname),
      false, true, '')))[1]::text::int > 0 as filled
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
  return rows.flatMap(({ name, filled }) => (filled ? [] : [name]))
}
