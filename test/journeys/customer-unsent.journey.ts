import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import { chat_lines } from '../../domain/chat/tables.ts'
import { claims } from '../../domain/claims/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { some } from '../movers.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { keysOf } from '../tracked-order.ts'
import { visitorsOn } from '../visitors.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
const folder = mkdtempSync(join(tmpdir(), 'chowgate-photo-'))
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const

beforeAll(() => () => rmSync(folder, { recursive: true }))
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const newOrder = async () => {
  const kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', email: `${crypto.randomUUID()}@example.com` })
  return keysOf(app, await paidOrderFor(app, kitchen))
}
const isDelivered = (order_id: number) =>
  app.db.transaction((tx) =>
    moveOrder(tx, reactions({ public_url: app.url }), {
      ...{ order_id, verb: 'deliver', by: some('admin'), now: new Date() },
    }),
  )

/** Waits until this phone can open a page without a line. */
const isKept = (page: Page, path: string) =>
  expect
    .poll(() =>
      page.evaluate(
        async (address) =>
          navigator.serviceWorker.controller !== null &&
          (await caches.match(address, { ignoreVary: true })) !== undefined,
        path,
      ),
    )
    .toBe(true)

describe.each(screens)('what a customer sends without a line, on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visits = visitorsOn(screen, browser)
  const comes = async (path: string) => {
    const { page, context } = await visits([/ERR_|Failed to load|Failed to fetch/, /4(09|22)/])
    const opens = (address: string) => page.goto(app.url + address)
    await opens(path)
    // A page on a slow line wakes at the first touch.
    await page.keyboard.press('Tab')
    return { page, opens, line: (there: boolean) => context.setOffline(!there) }
  }

  walk('a note and a line that were sent without a line say so, and go by themselves once it is back', async () => {
    const { order_id, track_token } = await newOrder()
    const { page, opens, line } = await comes(`/track/${track_token}`)
    await isKept(page, `/track/${track_token}`)
    await opens(`/track/${track_token}?note=edit`)
    await page.getByLabel('For the restaurant and the rider.').fill('Meet me at the porter’s lodge')
    await line(false)
    await page.getByRole('button', { name: 'Save the note' }).click()
    const note = page.getByText('Not sent, you were offline: your note: “Meet me at the porter’s lodge”.')
    await note.waitFor()
    await page.getByText(/^You are offline\. This is as of \d\d:\d\d, from before what you sent last\.$/).waitFor()
    await page.getByLabel('Your message.').fill('I am by the mango tree')
    await page.getByRole('button', { name: 'Send to us' }).click()
    await page.getByText('your message: “I am by the mango tree”. It is kept on this phone').waitFor()
    await note.waitFor()
    await page.getByRole('button', { name: 'Do not send it' }).first().waitFor()
    await snap(page, 'not-sent')
    await holdsUp(page)
    // What is kept outlives the page.
    await opens('/orders')
    await note.waitFor()
    await opens(`/track/${track_token}`)
    await page.getByRole('button', { name: 'Do not send it' }).first().waitFor()

    await line(true)
    await note.waitFor({ state: 'detached' })
    await page.getByText('“Meet me at the porter’s lodge”').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'I am by the mango tree' }).waitFor()
    const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
    expect(order?.customer_note).toBe('Meet me at the porter’s lodge')
    expect(await app.db.select().from(chat_lines).where(eq(chat_lines.order_id, order_id))).toHaveLength(1)
  })

  walk('what came too late says why, with what was typed', async () => {
    const { order_id, track_token } = await newOrder()
    const { page, opens, line } = await comes(`/track/${track_token}`)
    await isKept(page, `/track/${track_token}`)
    await opens(`/track/${track_token}?note=edit`)
    await page.getByLabel('For the restaurant and the rider.').fill('No pepper please')
    await line(false)
    await page.getByRole('button', { name: 'Save the note' }).click()
    await page.getByText('your note: “No pepper please”. It is kept').waitFor()
    await isDelivered(order_id)
    await line(true)
    await page.getByText('Not taken: your note: “No pepper please”. Your food has moved on already').waitFor()
    await page.getByRole('button', { name: 'All right' }).click()
    await page.getByText('No pepper please').waitFor({ state: 'detached' })
  })

  walk('a claim and a photo of many megabytes wait for the line, and come once', async () => {
    const { order_id, track_token } = await newOrder()
    await isDelivered(order_id)
    const problem = `/track/${track_token}/problem`
    const { page, opens, line } = await comes(`/track/${track_token}`)
    await isKept(page, `/track/${track_token}`)
    await opens(problem)
    await page.getByLabel('Cold or spoiled').check()
    await page.getByLabel('Jollof Rice, of 1').fill('1')
    await page.getByLabel('Tell us more, if you like').fill('It was cold as harmattan')
    await line(false)
    await page.getByRole('button', { name: 'Tell us' }).click()
    await page.getByText('what you told us: “It was cold as harmattan”. It is kept on this phone').waitFor()
    await snap(page, 'claim-not-sent')
    await line(true)
    await page.getByText('We are looking at it, and tell you here and by SMS.').first().waitFor()
    await opens(problem)
    await isAwake(page)
    await line(false)
    const path = join(folder, 'large.jpg')
    const { size } = await sharp({ create: { width: 5200, height: 3900, channels: 3, background: '#555', noise } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(path)
    expect(size).toBeGreaterThan(30_000_000)
    await page.getByLabel('A photo, if you have one').setInputFiles(path)
    await expect
      .poll(() => page.getByLabel('A photo').evaluate((field: HTMLInputElement) => field.files?.[0]?.size ?? 0))
      .toBeLessThan(210_000)
    await page.getByRole('button', { name: 'Send photo' }).click()
    await page.getByText('your photo. It is kept on this phone').waitFor()
    await line(true)
    await expect.poll(async () => (await app.db.select().from(claims))[0]?.photo ?? null).not.toBeNull()
    const told = await app.db.select().from(claims).where(eq(claims.order_id, order_id))
    expect(told.map(({ kind }) => kind)).toEqual(['spoiled'])
  })
})
