import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { audit_log } from '../../domain/audit/tables.ts'
import { quietOf } from '../../domain/notifications/outbox/quiet-numbers.ts'
import { messages, quiet_numbers } from '../../domain/notifications/tables.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { reactions } from '../../domain/reactions.ts'
import { MESSAGE_CAPS } from '../../domain/settings/definitions.ts'
import { settings } from '../../domain/settings/tables.ts'
import { officeOn } from '../admin-office.ts'
import { newVisitor, screens } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let rider: Actor

const ADA = '+2348031234567'
const deps = () => ({
  db: app.db,
  clock: { now: () => new Date() },
  announce: reactions({ public_url: app.url }),
})

beforeAll(async () => {
  rider = await insertRider(app.db, { on_duty_since: null })
  // Everybody here has the same number.
  const value = { recipient_daily_count: 1000, hourly_count: 10_000 }
  await app.db.insert(settings).values({ key: MESSAGE_CAPS.key, value, updated_at: new Date() })
})
beforeEach(async () => {
  await app.db.delete(quiet_numbers)
})

/** An order of a kitchen of its own, its owner, and where it is followed. */
async function newOrder() {
  const kitchen = await insertVendor(app.db, { email: `${crypto.randomUUID()}@example.com` })
  const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  const order_id = await paidOrderFor(app, kitchen)
  const { track_token } = await keysOf(app, order_id)
  return { order_id, owner, path: `/track/${track_token}` }
}

const becomes = (dedupe_key: string, status: 'Sent' | 'Not sent') =>
  expect
    .poll(async () => {
      const [row] = await app.db.select().from(messages).where(eq(messages.dedupe_key, dedupe_key))
      return row?.status
    })
    .toBe(status)

const switchOn = (page: Page) => page.getByRole('region', { name: 'SMS about your orders' })

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('the switch of the tracking page keeps all but the PIN away, says so, and can be taken back', async () => {
    const { order_id, owner, path } = await newOrder()
    const visitor = await newVisitor(browser, screen)
    const { page } = visitor
    await page.goto(app.url + path)
    const sms = switchOn(page)
    await snap(page, 'quiet-off')
    await sms.getByRole('button', { name: 'No more SMS about my orders', exact: true }).click()
    await sms.getByText('You asked for quiet.').waitFor()
    expect(await quietOf(app.db, ADA)).toMatchObject({ asked_by: 'track_page' })
    await holdsUp(page)
    await snap(page, 'quiet-on')

    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await becomes(`accepted_sms:${order_id}`, 'Not sent')
    await page.getByRole('heading', { name: 'The restaurant is cooking', level: 2 }).waitFor()
    await completeOrder(deps(), owner, order_id)
    await ride(app, rider, order_id, 'assign', 'pick_up')
    await becomes(`on_the_way_sms:${order_id}`, 'Sent')

    await sms.getByRole('button', { name: 'SMS again', exact: true }).click()
    await sms.getByText('We text you when').waitFor()
    await ride(app, rider, order_id, 'hand_over')
    await becomes(`delivered_sms:${order_id}`, 'Sent')
    expect(await quietOf(app.db, ADA)).toBeNull()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('the switch works without a script', async () => {
    const { path } = await newOrder()
    const { viewport, hasTouch, isMobile } = screen
    const context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(app.url + path)
    await switchOn(page).getByRole('button', { name: 'No more SMS about my orders', exact: true }).click()
    await switchOn(page).getByText('You asked for quiet.').waitFor()
    expect(await quietOf(app.db, ADA)).toMatchObject({ asked_by: 'track_page' })
    await switchOn(page).getByRole('button', { name: 'SMS again', exact: true }).click()
    await switchOn(page).getByText('We text you when').waitFor()
    expect(await quietOf(app.db, ADA)).toBeNull()
    await context.close()
  })

  walk('an admin sees who asked for quiet, and decides for a customer who calls', async () => {
    await newOrder()
    await control(app).writes(ADA, 'STOP')
    const page = await adminComes('/admin/customers')
    await page.getByLabel('Phone number, mail address or name').fill('0803 123 4567')
    await page.getByRole('button', { name: 'Look up' }).click()
    const panel = page.getByRole('region', { name: 'SMS', exact: true })
    await panel.getByText('Asked for quiet by SMS').waitFor()
    await holdsUp(page)
    await snap(page, 'quiet-customer')
    await panel.getByRole('button', { name: 'SMS again' }).click()
    await panel.getByText('Gets every SMS about their orders.').waitFor()
    await panel.getByRole('button', { name: 'No more SMS' }).click()
    await panel.getByText('Asked for quiet through one of us').waitFor()
    const entries = await app.db.select().from(audit_log).where(eq(audit_log.action, 'customer_quieted'))
    expect(entries.length).toBeGreaterThan(0)

    await page.goto(`${app.url}/admin/messages?status=Not+sent`)
    await page.getByRole('row').filter({ hasText: 'Asked for quiet' }).first().waitFor()
    await holdsUp(page)
  })
})

describe('a text message to us', () => {
  test('STOP keeps the next ones away, ALLOW lets them come', async () => {
    const { order_id, owner } = await newOrder()
    await control(app).writes('0803 123 4567', 'Stop')
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await becomes(`accepted_sms:${order_id}`, 'Not sent')
    await control(app).writes('0803 123 4567', 'Where is my food?')
    expect(await quietOf(app.db, ADA)).not.toBeNull()
    await control(app).writes('0803 123 4567', 'ALLOW')
    await completeOrder(deps(), owner, order_id)
    await ride(app, rider, order_id, 'assign', 'pick_up', 'hand_over')
    await becomes(`delivered_sms:${order_id}`, 'Sent')
  })

  test('counts only where the address is ours; what cannot be read is taken and forgotten', async () => {
    const post = (token: string, body: string) =>
      fetch(`${app.url}/webhooks/inbound-sms/${token}`, { method: 'POST', body })
    const stop = new URLSearchParams({ from: ADA, text: 'STOP' }).toString()
    expect((await post('guessed-guessed-guessed-guessed', stop)).status).toBe(404)
    expect(await quietOf(app.db, ADA)).toBeNull()
    for (const body of ['', 'nonsense', '{"a":', '{"sender":["a"]}']) {
      expect((await post(app.sms_webhook_token ?? '', body)).status).toBe(200)
    }
    expect((await post(app.sms_webhook_token ?? '', stop)).status).toBe(200)
    expect(await quietOf(app.db, ADA)).not.toBeNull()
    expect((await fetch(`${app.url}/webhooks/inbound-sms/x`)).status).toBe(405)
  })

  test('comes from Termii where its delivery reports come, signed', async () => {
    const body = JSON.stringify({
      type: 'inbound',
      message_id: '1',
      sender: '2348031234567',
      message: 'STOP',
    })
    const signed = createHmac('sha512', 'sandbox-termii-secret').update(body).digest('hex')
    const post = (signature: string) =>
      fetch(`${app.url}/webhooks/messages/termii/${app.sms_webhook_token}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-termii-signature': signature },
      })
    expect((await post('0'.repeat(128))).status).toBe(401)
    expect(await quietOf(app.db, ADA)).toBeNull()
    expect((await post(signed)).status).toBe(200)
    expect(await quietOf(app.db, ADA)).toMatchObject({ asked_by: 'sms' })
  })

  test('is written on a page of the sandbox', async () => {
    const reply = new URLSearchParams({ from: '0803 123 4567', text: 'STOP' })
    const answer = await fetch(`${app.sandbox.url}/inbox/reply`, {
      method: 'POST',
      body: reply,
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    expect(await quietOf(app.db, ADA)).toMatchObject({ asked_by: 'sms' })
  })
})
