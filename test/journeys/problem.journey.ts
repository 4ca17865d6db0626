import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { uploads, vendors } from '../../domain/catalog/tables.ts'
import { claims } from '../../domain/claims/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { giveBackCheckout } from '../../domain/orders/refunds/give-back.ts'
import { order_history, orders } from '../../domain/orders/tables.ts'
import { refunds } from '../../domain/payments/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { newVisitor, screens } from '../browser.ts'
import { deliveredOrderOf } from '../delivered-order.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser, postForm } from '../sign-in.ts'

const { app, browser } = await openJourney()
const folder = mkdtempSync(join(tmpdir(), 'chowgate-photo-'))
/** A file, not bytes: those would go to the browser as 55 MB of text. */
const from_camera = join(folder, 'rice.jpg')
let photo: Buffer

beforeAll(async () => {
  writeFileSync(from_camera, Buffer.alloc(40 * 1024 * 1024))
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a4b06' } })
    .jpeg()
    .toBuffer()
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))
afterAll(() => rmSync(folder, { recursive: true }))

const deliveredOrder = (kept: Partial<typeof vendors.$inferInsert> = {}) => deliveredOrderOf(app, kept)

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  walk('a kitchen promises the prices of its counter, a customer paid more, and the promise is off', async () => {
    const promised = { name: `Mama Kudi ${screen.viewport.width}`, same_price_since: new Date(0) }
    const { order_id, track_token, kitchen } = await deliveredOrder(promised)
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const visitor = await newVisitor(browser, screen)
    const { page } = visitor
    await page.goto(`${app.url}/restaurants?q=${encodeURIComponent(kitchen.name ?? '')}`)
    const card = page.getByRole('link', { name: new RegExp(kitchen.name ?? '') })
    await card.getByText('Same price as at the counter').waitFor()
    await snap(page, 'same-price-card')
    await page.goto(`${app.url}/restaurant/${kitchen.slug}`)
    await page.getByText('Same price as at the counter').waitFor()
    await snap(page, 'same-price-menu')
    await holdsUp(page)
    await page.goto(`${app.url}/track/${track_token}/problem`)
    await page.getByLabel('It costs less at the counter').check()
    await page.getByLabel('Jollof Rice, of 2').fill('2')
    await page.getByLabel('Tell us more, if you like').fill('The board says ₦1,300')
    await snap(page, 'same-price-told')
    await page.getByRole('button', { name: 'Tell us' }).click()
    await page.getByText('We are looking at it, and tell you here and by SMS.').waitFor()

    const office = await newVisitor(browser, screen, [/422/])
    const admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
    await logInBrowser(office.context, app.url, admin.email)
    await office.page.goto(`${app.url}/admin/dashboard`)
    await office.page.getByRole('link', { name: `Decide: Order ${order_id}: “It costs less at the counter”` }).click()
    const dialog = office.page.getByRole('dialog')
    await dialog.getByText('The board says ₦1,300').waitFor()
    await dialog.getByText('Approve…').click()
    await dialog.getByText('Its kitchen loses “Same price as at the counter”').waitFor()
    await dialog.getByLabel('Amount in naira').fill('400')
    await dialog.locator('details[open]').getByLabel('Why?').fill('The board says ₦1,300')
    await snap(office.page, 'same-price-decide')
    await holdsUp(office.page)
    await dialog.getByRole('button', { name: 'Give this back' }).click()
    await dialog.getByRole('button', { name: 'Give ₦400 back' }).click()
    await dialog.getByText('borne by the vendor').waitFor()
    await office.leave()

    await page.goto(`${app.url}/restaurant/${kitchen.slug}`)
    await page.getByText('Our Menu').waitFor()
    expect(await page.getByText('Same price as at the counter').count()).toBe(0)
    await visitor.leave()
    const desk = await newVisitor(browser, screen)
    await logInBrowser(desk.context, app.url, owner.email)
    await desk.page.goto(`${app.url}/account`)
    await desk.page.getByText(/You can promise it again from/).waitFor()
    expect(await desk.page.getByRole('button', { name: 'Save the promise' }).isDisabled()).toBe(true)
    await snap(desk.page, 'same-price-lost')
    await holdsUp(desk.page)
    await app.db.update(vendors).set({ same_price_lost_at: null }).where(eq(vendors.user_id, kitchen.user_id))
    await desk.page.reload()
    await desk.page.getByLabel('My dishes cost the same here as at my counter').check()
    await desk.page.getByRole('button', { name: 'Save the promise' }).click()
    await desk.page.getByText('Your card and menu say it now.').waitFor()
    await snap(desk.page, 'same-price-account')
    await desk.page.goto(`${app.url}/vendor-staff`)
    await desk.page.getByText('Promised the same price as at the counter').waitFor()
    await desk.page.getByText(`because of order ${order_id}: The board says ₦1,300`).waitFor()
    await desk.leave()
  })

  walk('a report that is right takes the promise also where its money went back before', async () => {
    const { order_id, track_token, kitchen } = await deliveredOrder({
      ...{ name: `Mama Sade ${screen.viewport.width}`, same_price_since: new Date(0) },
    })
    const { page, leave } = await newVisitor(browser, screen)
    await page.goto(`${app.url}/track/${track_token}/problem`)
    await page.getByLabel('It costs less at the counter').check()
    await page.getByLabel('Jollof Rice, of 2').fill('2')
    await page.getByRole('button', { name: 'Tell us' }).click()
    await page.getByText('We are looking at it, and tell you here and by SMS.').waitFor()
    const admin = await insertAccount(app.db, 'admin', { name: 'Ngozi', admin_role: 'owner' })
    const all = { order_id, reason: 'It came cold', borne_by: 'platform', request_key: crypto.randomUUID() } as const
    expect(await giveBackCheckout(actingOn(app), admin, all)).toMatchObject({ ok: true })
    const office = await newVisitor(browser, screen)
    await logInBrowser(office.context, app.url, admin.email)
    const [told] = await app.db.select({ id: claims.id }).from(claims).where(eq(claims.order_id, order_id))
    await office.page.goto(`${app.url}/admin/claims?claim=${told?.id}`)
    const dialog = office.page.getByRole('dialog')
    await dialog.getByText('Confirm…').click()
    await dialog.getByText('Its money went back before.').waitFor()
    await dialog.locator('details[open]').getByLabel('Why?').fill('The board says ₦1,300')
    await snap(office.page, 'same-price-confirm')
    await holdsUp(office.page)
    await dialog.getByRole('button', { name: 'Confirm the report' }).click()
    await dialog.getByText('Decided').waitFor()
    await office.leave()
    await page.reload()
    await page.getByText('You were right, and your money went back before. The board says ₦1,300').waitFor()
    await snap(page, 'same-price-confirmed')
    await holdsUp(page)
    await page.goto(`${app.url}/restaurant/${kitchen.slug}`)
    await page.getByText('Our Menu').waitFor()
    expect(await page.getByText('Same price as at the counter').count()).toBe(0)
    await leave()
  })

  walk('a customer without script tells what is missing and shows it; an admin gives it back', async () => {
    const { order_id, track_token } = await deliveredOrder()
    const { viewport, hasTouch, isMobile } = screen
    const context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${app.url}/track/${track_token}`)
    await page.getByRole('link', { name: `Something wrong with order ${order_id}?` }).click()
    await page.getByLabel('Something is missing or wrong').check()
    await page.getByLabel('Tell us more, if you like').fill('One plate\nis not there')
    await page.getByRole('button', { name: 'Tell us' }).click()
    await page.getByText('Please say which dishes, and how many.').waitFor()
    expect(await page.getByLabel('Something is missing or wrong').isChecked()).toBe(true)
    expect(await page.getByLabel('Tell us more, if you like').inputValue()).toBe('One plate\nis not there')
    await page.getByLabel('Jollof Rice, of 2').fill('1')
    await snap(page, 'problem-tell')
    await page.getByRole('button', { name: 'Tell us' }).click()
    await page.getByText('We are looking at it, and tell you here and by SMS.').waitFor()

    const sends = { name: 'rice.jpg', mimeType: 'image/jpeg' }
    await page.getByLabel('A photo, if you have one').setInputFiles({ ...sends, buffer: Buffer.from('no photo') })
    await page.getByRole('button', { name: 'Send photo' }).click()
    await page.getByText('This is not a photo that we can open.').waitFor()
    await page.getByText('One plate').waitFor()
    await page.getByLabel('A photo, if you have one').setInputFiles(from_camera)
    await page.getByRole('button', { name: 'Send photo' }).click()
    await page.getByText('This photo is larger than 15 MB. Please choose a smaller one').waitFor()
    await page.getByText('One plate').waitFor()
    await snap(page, 'problem-40-mb')
    await page.getByLabel('A photo, if you have one').setInputFiles({ ...sends, buffer: photo })
    await page.getByRole('button', { name: 'Send photo' }).click()
    await page.getByRole('img', { name: 'Your photo' }).waitFor()
    await page.getByLabel('A word more').fill('The rider saw it')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('“The rider saw it”').waitFor()
    await snap(page, 'problem-open')
    await page.getByRole('link', { name: 'Back to your order' }).click()
    await page.getByText('We are looking at it').waitFor()

    const office = await newVisitor(browser, screen, [/422/])
    const admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
    await logInBrowser(office.context, app.url, admin.email)
    await office.page.goto(`${app.url}/admin/dashboard`)
    await office.page.getByRole('link', { name: `Decide: Order ${order_id}: “Something is missing or wrong”` }).click()
    const dialog = office.page.getByRole('dialog')
    await dialog.getByText('One plate').waitFor()
    await dialog.getByRole('img', { name: 'What the customer shows' }).waitFor()
    await snap(office.page, 'problem-admin')
    await holdsUp(office.page)
    await dialog.getByText('Approve…').click()
    expect(await dialog.getByLabel('Amount in naira').inputValue()).toBe('1500')
    expect(await dialog.getByLabel('Who bears it?').inputValue()).toBe('vendor')
    await dialog.locator('details[open]').getByLabel('Why?').fill('A plate was missing')
    await dialog.getByRole('button', { name: 'Give this back' }).click()
    await dialog.getByRole('button', { name: 'Give ₦1,500 back' }).click()
    await dialog.getByText('borne by the vendor').waitFor()
    expect(office.complaints).toEqual([])
    await office.leave()

    await page.reload()
    await page.getByText('Approved: money goes back to you. A plate was missing').waitFor()
    await page.getByText(/₦1,500 of ₦3,000 (is on its way|was sent) back/).waitFor()
    await snap(page, 'problem-approved')
    const [claim] = await app.db.select().from(claims).where(eq(claims.order_id, order_id))
    const [refund] = await app.db.select().from(refunds).where(eq(refunds.order_id, order_id))
    expect(claim).toMatchObject({ status: 'Approved', refund_id: refund?.id })
    await context.close()
  })
})

test('with script a photo that is too large is told before it is sent, and the page holds up', async () => {
  const { track_token } = await deliveredOrder()
  const fields = { intent: 'claim', kind: 'spoiled', dish_0: '1', words: 'Cold' }
  expect((await postForm(app.url, `/track/${track_token}/problem`, fields)).status).toBe(303)
  const { page, complaints, leave } = await newVisitor(browser, screens[0])
  const awake = page.waitForFunction(() => document.documentElement.hasAttribute('data-awake'))
  await page.goto(`${app.url}/track/${track_token}/problem`)
  await awake
  const field = page.getByLabel('A photo, if you have one')
  await field.evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(16 * 1024 * 1024)], 'big.jpg', { type: 'image/jpeg' }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect
    .poll(() => field.evaluate((input: HTMLInputElement) => input.validationMessage))
    .toContain('This photo is larger than 15 MB')
  await field.setInputFiles({ name: 'rice.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.checkValidity())).toBe(true)
  await holdsUp(page)
  expect(complaints).toEqual([])
  await leave()
})

test('a cart has ten photos, and the page of an order that was a while ago tells nothing', async () => {
  const { order_id, track_token } = await deliveredOrder()
  const address = `${app.url}/track/${track_token}/problem`
  const told = { intent: 'claim', kind: 'spoiled', dish_0: '1', words: 'Cold as a stone' }
  expect((await postForm(app.url, `/track/${track_token}/problem`, told)).status).toBe(303)
  const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
  const user_id = order?.checkout_id ?? ''
  const stored = Array.from({ length: 10 }, (_, photo) => `/images/${order_id}-${photo}.webp`)
  await app.db.insert(uploads).values(stored.map((each) => ({ address: each, user_id, uploaded_at: new Date() })))
  const form = new FormData()
  form.set('intent', 'photo')
  form.set('picture', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'rice.jpg')
  const eleventh = await fetch(address, { method: 'POST', headers: { origin: app.url }, body: form })
  expect(eleventh.status).toBe(409)
  expect(await eleventh.text()).toContain('You have sent many photos already.')

  const long_ago = new Date(Date.now() - 15 * 86_400_000)
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.update(order_history).set({ recorded_at: long_ago }).where(eq(order_history.order_id, order_id))
  })
  expect(await (await fetch(address)).text()).toContain('Cold as a stone')
  const decided = { status: 'Refused', decided_role: 'admin', decided_at: long_ago, reason: 'It was hot' } as const
  await app.db.update(claims).set(decided).where(eq(claims.order_id, order_id))
  const over = await (await fetch(address)).text()
  expect(over).toContain(`Order ${order_id} was a while ago`)
  expect(over).not.toContain('Cold as a stone')
  expect(await (await fetch(`${app.url}/track/${track_token}`)).text()).not.toContain('Cold as a stone')
})

test('another’s link, a decided claim and a photo of 40 MB each get a kind word', async () => {
  const { track_token } = await deliveredOrder()
  const post = (token: string, fields: Record<string, string>) => postForm(app.url, `/track/${token}/problem`, fields)
  const unknown = await fetch(`${app.url}/track/AAAAAAAAAAAAAAAA/problem`)
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).toContain('We do not know this order')
  const claim = { intent: 'claim', kind: 'spoiled', dish_0: '1' }
  const not_mine = await post('AAAAAAAAAAAAAAAA', claim)
  expect(not_mine.status).toBe(404)
  expect(await not_mine.text()).toContain('We do not know this order')
  expect((await post(track_token, { intent: 'answer', words: 'Hello' })).status).toBe(409)
  const sendLarge = (token: string, megabytes: number) =>
    fetch(`${app.url}/track/${token}/problem`, {
      ...{ method: 'POST', redirect: 'manual' as const },
      headers: { origin: app.url, 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.alloc(megabytes * 1024 * 1024),
    })
  const large = await sendLarge(track_token, 40)
  expect(large.status).toBe(413)
  expect(await large.text()).toContain('This photo is larger than 15 MB.')
  // It is known whose it is before it is read. What is left of it closes the line, so this is the last to be sent.
  expect((await sendLarge('AAAAAAAAAAAAAAAA', 1)).status).toBe(404)
})
