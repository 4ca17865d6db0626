import { createHmac } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '../../domain/notifications/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { newVisitor, screens } from '../browser.ts'
import { control } from '../control.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { complete_profile, insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

const KITCHEN = '+2348035550001'
const statusOf = async (id: number) =>
  (await app.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status

test('a kitchen reads in its order’s text where to answer, and does by both gateways’ protocols', async () => {
  const kitchen = await insertVendor(app.db, { phone: KITCHEN })
  const [by_termii, by_form, by_page] = [
    await paidOrderFor(app, kitchen),
    await paidOrderFor(app, kitchen),
    await paidOrderFor(app, kitchen),
  ]
  const [told] = await app.db
    .select()
    .from(messages)
    .where(eq(messages.dedupe_key, `new_order:${by_termii}`))
  expect(told?.body).toMatch(/\. Text 1 20 to 07000000000$/)

  const termii = JSON.stringify({ type: 'inbound', message_id: '77', sender: '2348035550001', message: '1 20' })
  const post = (signature: string) =>
    fetch(`${app.url}/webhooks/messages/termii/${app.sms_webhook_token}`, {
      method: 'POST',
      body: termii,
      headers: { 'content-type': 'application/json', 'x-termii-signature': signature },
    })
  expect((await post('0'.repeat(128))).status).toBe(401)
  expect(await statusOf(by_termii)).toBe('Pending')
  const signed = createHmac('sha512', 'sandbox-termii-secret').update(termii).digest('hex')
  for (const _ of ['first', 'again']) expect((await post(signed)).status).toBe(200)
  expect([await statusOf(by_termii), await statusOf(by_form)]).toEqual(['Accepted', 'Pending'])

  const form = new URLSearchParams({ from: '0803 555 0001', to: '07000000000', text: '2', id: 'ATXid_1' })
  const address = `${app.url}/webhooks/inbound-sms/${app.sms_webhook_token}`
  for (const _ of ['first', 'again']) expect((await fetch(address, { method: 'POST', body: form })).status).toBe(200)
  expect([await statusOf(by_form), await statusOf(by_page)]).toEqual(['Cancelled', 'Pending'])

  await control(app).writes(KITCHEN, '1')
  expect(await statusOf(by_page)).toBe('Accepted')
  const answers = await app.db
    .select({ body: messages.body })
    .from(messages)
    .where(like(messages.dedupe_key, 'kitchen_answer:%'))
    .orderBy(messages.created_at)
  expect(answers.map(({ body }) => body)).toEqual([
    expect.stringMatching(`^ChowGate: order ${by_termii} is accepted, ready by \\d\\d:\\d\\d\\. 2 more wait: `),
    `ChowGate: order ${by_form} is rejected, and its money goes back. Order ${by_page} still waits.`,
    expect.stringMatching(`^ChowGate: order ${by_page} is accepted`),
  ])
})

test.each(screens)('the account page says how, $name', async (screen) => {
  const kitchen = await insertVendor(app.db, { ...complete_profile, email: `${crypto.randomUUID()}@example.com` })
  const { email } = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  const { page, context, complaints, leave } = await newVisitor(browser, screen)
  await logInBrowser(context, app.url, email)
  await page.goto(`${app.url}/account`)
  await page.getByRole('region', { name: 'By text message' }).getByText('07000000000').waitFor()
  await holdsUp(page)
  await snap(page, `by-text-${screen.viewport.width}`)
  expect(complaints).toEqual([])
  await leave()
})
