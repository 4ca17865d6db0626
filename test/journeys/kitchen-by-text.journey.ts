import { and, desc, eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { messages } from '../../domain/notifications/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { every_screen, newVisitor } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logIn, logInBrowser } from '../sign-in.ts'
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
  const forged = await fetch(`${app.url}/webhooks/messages/termii/${app.sms_webhook_token}`, {
    method: 'POST',
    body: termii,
    headers: { 'content-type': 'application/json', 'x-termii-signature': '0'.repeat(128) },
  })
  expect(forged.status).toBe(401)
  expect(await statusOf(by_termii)).toBe('Pending')
  // The sandbox signs as Termii does; it posts again what it has posted, as gateways do.
  expect(await control(app).writes(KITCHEN, '1 20', { gateway: 'termii', times: 2 })).toBe(200)
  expect([await statusOf(by_termii), await statusOf(by_form)]).toEqual(['Accepted', 'Pending'])
  // Anybody can write under a kitchen's number; the code goes to its telephone.
  expect(await control(app).writes('0803 555 0001', '2', { gateway: 'form', times: 2 })).toBe(200)
  expect(await statusOf(by_form)).toBe('Pending')
  const [, code] = /Text 2 (\d{3}) to reject it/.exec((await lastAnswerTo(KITCHEN)) ?? '') ?? []
  expect(await control(app).writes('0803 555 0001', `2 ${code}`, { gateway: 'form', times: 2 })).toBe(200)
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
    `ChowGate: order ${by_form} is not rejected yet. Text 2 ${code} to reject it, and its money goes back.`,
    `ChowGate: order ${by_form} is rejected, and its money goes back. Order ${by_page} still waits.`,
    expect.stringMatching(`^ChowGate: order ${by_page} is accepted`),
  ])
  // The history says how it came, and names nobody.
  const { email } = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id, name: 'Bose' })
  const cookie = await logIn(app.url, email)
  for (const order_id of [by_termii, by_form]) {
    const page = await fetch(`${app.url}/vendor-order/${order_id}`, { headers: { cookie } })
    expect(await page.text()).toContain('by text message from the kitchen’s number')
  }
})

const lastAnswerTo = async (phone: string) => {
  const [last] = await app.db
    .select({ body: messages.body })
    .from(messages)
    .where(and(like(messages.dedupe_key, 'kitchen_%'), eq(messages.recipient, phone)))
    .orderBy(desc(messages.created_at))
    .limit(1)
  return last?.body ?? null
}

test.each(['termii', 'form'] as const)(
  'over %s a kitchen pauses and opens, what is not understood is answered in words, and strangers move nothing',
  async (gateway) => {
    const phone = gateway === 'termii' ? '+2348035550011' : '+2348035550012'
    const kitchen = await insertVendor(app.db, { phone })
    const order_id = await paidOrderFor(app, kitchen)
    const writes = (text: string) => control(app).writes(phone, text, { gateway, times: 2 })
    for (const [text, answer] of [
      ['1 200', /still waits: minutes go from \d+ to \d+\. Text 1 20/],
      ['yes', /^ChowGate: sorry, we did not understand that\./],
      ['9', /^ChowGate: you still take orders\. Text 9 \d{3} to pause for an hour\.$/],
      ['9 code', /^ChowGate: you are paused until \d\d:\d\d .*Text 8 to open again\.$/],
      ['8', /^ChowGate: your pause is over: you take/],
    ] as const) {
      const [, code = ''] = /Text 9 (\d{3})/.exec((await lastAnswerTo(phone)) ?? '') ?? []
      expect(await writes(text.replace('code', code))).toBe(200)
      expect(await lastAnswerTo(phone)).toMatch(answer)
    }
    expect(await control(app).writes('+2348035559999', `2 ${order_id}`, { gateway, times: 2 })).toBe(200)
    expect(await lastAnswerTo('+2348035559999')).toBeNull()
    expect(await statusOf(order_id)).toBe('Pending')
  },
)

describe.each(every_screen)('on a screen of $name', (screen) => {
  everyOther(screen, every_screen)('the account page says how', async () => {
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
})
