import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit_log } from '../../domain/audit/tables.ts'
import { messages } from '../../domain/notifications/tables.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let order_id: number

beforeAll(async () => {
  order_id = await paidOrderFor(app, await insertVendor(app.db))
})

test('a report is taken in at its own address alone, and what is of no use does not come again', async () => {
  const report = (gateway: string, token: string | null, body: string) =>
    fetch(`${app.url}/webhooks/messages/${gateway}/${token}`, { method: 'POST', body })
  const of_nobody = JSON.stringify({ msg_id: 'DX-nobody', status: 'DELIVRD' })
  const token = app.sms_webhook_token
  for (const [gateway, known, body, status] of [
    ['smarthive', token, of_nobody, 200],
    ['smarthive', token, 'no report', 200],
    ['smarthive', `${token}x`, of_nobody, 404],
    ['pigeon', token, of_nobody, 404],
    ['termii', token, of_nobody, 401],
    ['termii', 'null', of_nobody, 404],
  ] as const) {
    expect((await report(gateway, known, body)).status, `${gateway} ${body}`).toBe(status)
  }
})

describe.each(screens)('on $name', (screen) => {
  const test = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  test('an admin finds the message that failed, and lets it be tried again', async () => {
    const dedupe_key = `delivered_sms:${screen.viewport.width}`
    const [failed] = await app.db
      .insert(messages)
      .values({
        channel: 'sms',
        dedupe_key,
        recipient: '+2348031234567',
        body: 'Order 1 is delivered.',
        status: 'Failed',
        attempts: 30,
        last_error: 'localhost/smarthive/api/sms/send: HTTP 503',
        created_at: new Date(),
      })
      .returning()
    const page = await adminComes('/admin/dashboard')
    await page.getByRole('link', { name: /^Open the message: “Delivered/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
    const row = page.getByRole('row').filter({ hasText: `Delivered ${screen.viewport.width}` })
    await row.waitFor()
    expect(await row.textContent()).toContain('+23480•••4567')
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: `New order ${order_id}` })
        .count(),
    ).toBe(0)
    await holdsUp(page)
    await snap(page, 'messages-failed')
    await row.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The message is tried again.').waitFor()
    await expect
      .poll(async () => (await app.db.select().from(messages).where(eq(messages.dedupe_key, dedupe_key)))[0], {
        timeout: 30_000,
      })
      .toMatchObject({ status: 'Delivered', gateway: 'smarthive' })
    const entries = await app.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `message:${failed?.id}`))
    expect(entries).toMatchObject([{ action: 'message_retried' }])

    const to_the_vendor = `new_order:${order_id}`
    await expect
      .poll(async () => (await app.db.select().from(messages).where(eq(messages.dedupe_key, to_the_vendor)))[0], {
        timeout: 30_000,
      })
      .toMatchObject({ status: 'Delivered' })
    await page.goto(`${app.url}/admin/messages`)
    const costs = page.getByRole('region', { name: 'Text messages of two weeks' })
    await costs
      .getByRole('row')
      .filter({ hasText: /^Smarthive.*₦/ })
      .waitFor()
    const [cost_by_day, delivered_by_day] = await costs.getByRole('figure').all()
    expect(await cost_by_day?.textContent()).toMatch(/Cost by day₦\d+ for \d+ messages/)
    expect(await delivered_by_day?.textContent()).toMatch(/Delivered by day\d+ % of \d+/)
    await page
      .getByRole('row')
      .filter({ hasText: `New order ${order_id}` })
      .waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('0803 123 4567')
    await holdsUp(page)
    await snap(page, 'messages')
    await page.getByRole('link', { name: `View New order ${order_id} to +23480•••4567` }).click()
    const dialog = page.getByRole('dialog', { name: `New order ${order_id} Delivered` })
    await dialog.getByText('as the gateway tells it').waitFor()
    await dialog.getByText(/^Delivered, .*\(DELIVRD\)$/).waitFor()
    expect(await dialog.textContent()).not.toContain('0803 123 4567')
    await holdsUp(page)
    await snap(page, 'message-details')
    await dialog.getByRole('link', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Mail', exact: true }).click()
    await page.waitForURL(/channel=mail/)
    await page.getByRole('row').filter({ hasText: 'a•••@example.com' }).first().waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'New order' }).count()).toBe(0)
    await holdsUp(page)
  })

  test('an admin sends one message that a cap holds, and drops another', async () => {
    const held = (name: string) => ({
      channel: 'sms' as const,
      dedupe_key: `${name}_sms:${screen.viewport.width}`,
      recipient: '+2348031234567',
      body: 'Order 1 is delivered.',
      status: 'Held' as const,
      dispensable: true,
      held_at: new Date(),
      held_by: 'recipient_day' as const,
      created_at: new Date(),
    })
    await app.db.insert(messages).values([held('kept'), held('unwanted')])
    const statusOf = async (name: string) =>
      (
        await app.db
          .select()
          .from(messages)
          .where(eq(messages.dedupe_key, held(name).dedupe_key))
      )[0]?.status
    const page = await adminComes('/admin/dashboard')
    await page.getByRole('link', { name: /^Open the message: “Kept.* is held over a cap/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${screen.viewport.width}` })
    await rowOf('Kept').getByText('Over the cap for one number and day').waitFor()
    await rowOf('Unwanted').getByText('Drop…', { exact: true }).click()
    await holdsUp(page)
    await snap(page, 'messages-held')
    await rowOf('Unwanted').getByRole('button', { name: 'Drop it' }).click()
    await rowOf('Unwanted').waitFor({ state: 'detached' })
    expect(await statusOf('unwanted')).toBe('Dropped')
    await rowOf('Kept').getByRole('button', { name: 'Send it' }).click()
    await page.getByText('The message is on its way.').waitFor()
    await expect.poll(() => statusOf('kept'), { timeout: 30_000 }).toBe('Delivered')
  })

  test('one text goes to the chosen kitchens, after its number and cost were shown', async () => {
    const { width } = screen.viewport
    const one = await insertVendor(app.db, { name: `Buka One ${width}`, phone: `+234803900${width + 1000}` })
    const two = await insertVendor(app.db, { name: `Buka Two ${width}`, phone: null })
    const page = await adminComes('/admin/vendors', [/422/])
    await page.getByRole('button', { name: 'Write to the chosen' }).click()
    await page.getByText('Please choose at least one row, and at most 100.').waitFor()
    for (const { name } of [one, two]) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    await snap(page, 'write-choose')
    await page.getByRole('button', { name: 'Write to the chosen' }).click()
    await page.getByRole('heading', { name: 'Write to several' }).waitFor()
    await page.getByText('has no phone number').waitFor()
    await isAwake(page)
    await page.getByRole('button', { name: 'See whom it reaches…' }).click()
    await page.getByText('Please write at least 3 characters.').waitFor()
    await holdsUp(page)
    await page.getByLabel('Text message').fill('The gate is closed until 2 pm.')
    await page.getByRole('button', { name: 'See whom it reaches…' }).click()
    await page.getByText('1 text message of 1 part: ₦5 at most.').waitFor()
    await page.getByText('ChowGate: The gate is closed until 2 pm.').waitFor()
    await holdsUp(page)
    await snap(page, 'write-several')
    await page.getByRole('button', { name: 'Send 1 text message' }).click()
    await page.getByText('1 of 2 text messages on their way. Left out: Buka Two').waitFor()
    await snap(page, 'write-sent')
    const texts = await app.db
      .select()
      .from(messages)
      .where(eq(messages.recipient, one.phone ?? ''))
    expect(texts.map(({ body }) => body)).toEqual(['ChowGate: The gate is closed until 2 pm.'])
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('heading', { name: 'Vendors' }).waitFor()
    await page.goto(`${app.url}/admin/riders`)
    await page.getByRole('heading', { name: 'Riders' }).waitFor()
  })
})
