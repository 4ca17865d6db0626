import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { chat_lines } from '../../domain/chat/tables.ts'
import { writeAsAdmin } from '../../domain/chat/write-line.ts'
import { deliveries } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { reactions } from '../../domain/reactions.ts'
import { isAwake, newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser, postForm } from '../sign-in.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { visitorsOn } from '../visitors.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const deps = () => ({
  db: app.db,
  clock: { now: () => new Date() },
  announce: reactions({ public_url: app.url }),
})

async function newOrder() {
  const kitchen = await insertVendor(app.db, { email: `${crypto.randomUUID()}@example.com` })
  const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  const order_id = await paidOrderFor(app, kitchen)
  const { track_token } = await keysOf(app, order_id)
  return { order_id, owner, path: `/track/${track_token}` }
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  walk('a customer changes the note until the pick-up; kitchen, rider and desk read it', async () => {
    const { order_id, owner, path } = await newOrder()
    const rider = await insertRider(app.db, { on_duty_since: null })
    const visitor = await newVisitor(browser, screen, [/status of 422/])
    const { context, page } = visitor
    const box = page.getByRole('region', { name: 'Your note', exact: true })
    await page.goto(app.url + path)
    await snap(page, 'note')
    await box.getByRole('link', { name: /Change the note|Write a note/ }).click()
    await box.getByRole('textbox').fill('Meet me at the gate, blue cap')
    await holdsUp(page)
    await snap(page, 'note-typed')
    await box.getByRole('button', { name: 'Save the note', exact: true }).click()
    await box.getByText('“Meet me at the gate, blue cap”', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')

    await logInBrowser(context, app.url, owner.email)
    await page.goto(`${app.url}/vendor-order/${order_id}`)
    await page.getByText('Meet me at the gate, blue cap').filter({ visible: true }).first().waitFor()
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await completeOrder(deps(), owner, order_id)
    await ride(app, rider, order_id, 'assign')
    await page.goto(`${app.url}${path}?note=edit`)
    await box.getByRole('textbox').fill('Look at www.example.com')
    await box.getByRole('button', { name: 'Save the note', exact: true }).click()
    await box.getByRole('alert').getByText('The note was not changed').waitFor()
    expect(await box.getByRole('textbox').inputValue()).toBe('Look at www.example.com')
    await snap(page, 'note-refused')
    await box.getByRole('textbox').fill('By the tree')
    await ride(app, rider, order_id, 'pick_up')
    await box.getByText('so the note stays as it was').waitFor()
    expect(await box.getByRole('textbox').inputValue()).toBe('By the tree')
    expect(await box.getByRole('button').count()).toBe(0)
    await holdsUp(page)
    await snap(page, 'note-too-late')
    const late = await postForm(app.url, path, { intent: 'note', note: 'By the tree' })
    expect(late.status).toBe(422)
    const said = await late.text()
    expect(said).toContain('so the note stays as it was')
    expect(said).toContain('>By the tree</textarea>')
    await page.goto(app.url + path)
    await page.getByRole('heading', { name: 'On the way to you', level: 2 }).waitFor()
    expect(await box.count()).toBe(0)

    await logInBrowser(context, app.url, rider.email)
    await page.goto(`${app.url}/rider-dashboard`)
    await page.getByText('Meet me at the gate, blue cap').filter({ visible: true }).first().waitFor()

    // The rider's page may load itself anew at any moment, which an admin may not.
    await page.close()
    await logInBrowser(context, app.url, (await insertAccount(app.db, 'admin')).email)
    const desk = await context.newPage()
    await desk.goto(`${app.url}/admin/orders/${order_id}`)
    await desk.getByText('The note was changed', { exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

test('without a script it is a form, and the page does not reload while somebody types', async () => {
  const { path } = await newOrder()
  expect(await (await fetch(app.url + path)).text()).toContain('http-equiv="refresh"')
  const typed = await (await fetch(`${app.url}${path}?note=edit`)).text()
  expect(typed).toContain('Save the note')
  expect(typed).not.toContain('http-equiv="refresh"')
  const saved = await postForm(app.url, path, { intent: 'note', note: 'No pepper please' })
  expect(saved.status).toBe(303)
  expect(await (await fetch(app.url + path)).text()).toContain('“No pepper please”')
  const refused = await postForm(app.url, path, { intent: 'note', note: 'see www.example.com' })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('The note was not changed')
  expect(page).toContain('>see www.example.com</textarea>')
  expect(page).not.toContain('http-equiv="refresh"')
  expect((await postForm(app.url, '/track/AAAAAAAAAAAAAAAA', { intent: 'note', note: 'x' })).status).toBe(404)
})

describe.each(screens)('a chat on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visits = visitorsOn(screen, browser)

  walk('customer, rider and desk write each other, and nothing is lost that somebody types', async () => {
    const { order_id, owner, path } = await newOrder()
    const rider = await insertRider(app.db, { name: 'Musa Bello', on_duty_since: null })
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await completeOrder(deps(), owner, order_id)
    const { page } = await visits([/status of 422/])
    const box = page.getByRole('region', { name: 'Write to your rider or to us' })
    const line = box.getByRole('textbox')
    await page.goto(app.url + path)
    await line.fill('Half a')
    await isAwake(page)
    await ride(app, rider, order_id, 'assign', 'pick_up')
    await box.getByRole('button', { name: 'Send to Musa' }).waitFor()
    expect(await line.inputValue()).toBe('Half a')
    const { pin } = await keysOf(app, order_id)
    await line.fill(`My PIN is ${pin}`)
    await box.getByRole('button', { name: 'Send to Musa' }).click()
    await box.getByRole('alert').getByText('Please leave your PIN out').waitFor()
    expect(await line.inputValue()).toBe(`My PIN is ${pin}`)
    await holdsUp(page)
    await snap(page, 'chat-refused')
    await line.fill('At the back gate please')
    await box.getByRole('button', { name: 'Send to Musa' }).click()
    await box.getByRole('listitem').getByText('At the back gate please').waitFor()
    expect(await line.inputValue()).toBe('')

    // Nobody is at a gate right after the pick-up.
    const rode = sql`${deliveries.picked_up_at} - interval '20 minutes'`
    await app.db.update(deliveries).set({ picked_up_at: rode }).where(eq(deliveries.order_id, order_id))
    const musa = await visits()
    await logInBrowser(musa.context, app.url, rider.email)
    await musa.page.goto(`${app.url}/rider-dashboard`)
    const chat = musa.page.getByRole('region', { name: /^Chat with Ada about order/ })
    await chat.getByText('At the back gate please').waitFor()
    await isAwake(musa.page)
    await musa.page.getByRole('button', { name: 'I am at the gate' }).click()
    await musa.page.getByText(/^Ada was told at \d\d:\d\d that you are there\.$/).waitFor()
    await page.getByRole('heading', { name: 'At the gate: please come out', level: 2 }).waitFor()
    await page.getByText(/^Musa has been at the gate since \d\d:\d\d\.$/).waitFor()
    await chat.getByText('Write to Ada…').click()
    await holdsUp(musa.page)
    await snap(musa.page, 'chat-rider')
    await isAwake(page)
    await line.fill('And the')
    await chat.getByRole('button', { name: 'I am on my way to you.' }).click()
    await box.getByRole('listitem').getByText('I am on my way to you.').waitFor()
    expect(await line.inputValue()).toBe('And the')
    await line.fill('And the rice is for Tunde')
    await box.getByRole('button', { name: 'Send to us' }).click()
    await box.getByRole('listitem').getByText('And the rice is for Tunde').waitFor()

    const desk = await visits()
    await logInBrowser(desk.context, app.url, (await insertAccount(app.db, 'admin')).email)
    await desk.page.goto(`${app.url}/admin/dashboard`)
    // One line for an order, also where it is late besides.
    await desk.page
      .getByRole('listitem')
      .filter({ hasText: `rder ${order_id} ` })
      .getByText('Chat', { exact: true })
      .waitFor()
    await desk.page.goto(`${app.url}/admin/orders/${order_id}`)
    const talk = desk.page.getByRole('region', { name: 'Chat with the customer' })
    await isAwake(desk.page)
    await talk.getByLabel('Your message').fill('We told Musa')
    await talk.getByRole('button', { name: 'Send to the customer' }).click()
    await desk.page.getByRole('region', { name: 'Timeline' }).getByText('“We told Musa”').waitFor()
    expect(await talk.getByRole('button', { name: 'Needs no answer' }).count()).toBe(0)
    await holdsUp(desk.page)
    await snap(desk.page, 'chat-desk')
    await box.getByRole('listitem').getByText('We told Musa').waitFor()
    await holdsUp(page)
    await snap(page, 'chat')
  })
})

test('without a script the chat is a form at an address of its own, which does not load itself anew', async () => {
  const { path, order_id } = await newOrder()
  const { track_token, pin } = await keysOf(app, order_id)
  const typing = await (await fetch(`${app.url}${path}?write=1`)).text()
  expect(typing).toContain('Send to us')
  expect(typing).not.toContain('http-equiv="refresh"')
  const line = (text: string, to: object = { desk: track_token }) =>
    postForm(app.url, `${path}?write=1`, { intent: 'chat', text, ...to })
  expect((await line('Is somebody there?')).headers.get('location')).toBe(`${path}#chat`)
  expect(await (await fetch(app.url + path)).text()).toContain('Is somebody there?')
  const refused = await line(`It is ${pin}`)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(`>It is ${pin}</textarea>`)
  expect((await line('Hello', { rider: track_token })).status).toBe(422)
  expect((await line('Hello', { desk: 'AAAAAAAAAAAAAAAA' })).status).toBe(404)
  const looked_on = await (await fetch(`${app.url}${path}?desk=1`)).text()
  expect(looked_on).not.toContain('Send to us')
})

test('what is written to a customer is read by who sees the page, not by a page in the background', async () => {
  const { path, order_id } = await newOrder()
  const admin = await insertAccount(app.db, 'admin')
  const wasRead = async () => {
    const [line] = await app.db.select().from(chat_lines).where(eq(chat_lines.order_id, order_id))
    return line?.read_at !== null
  }
  expect(await writeAsAdmin(deps(), admin, { order_id, text: 'We are on it' })).toMatchObject({ ok: true })
  // The page loads its data anew, and asks for its state, also where nobody looks.
  for (const unseen of [`${path}.data`, `${path}/state?v=&hidden`, `${path}?desk=1`]) {
    expect((await fetch(app.url + unseen)).status).toBe(200)
    expect(await wasRead()).toBe(false)
  }
  expect((await fetch(`${app.url}${path}/state?v=&visible`)).status).toBe(200)
  expect(await wasRead()).toBe(true)
  expect(await writeAsAdmin(deps(), admin, { order_id, text: 'It is solved' })).toMatchObject({ ok: true })
  await fetch(app.url + path, { headers: { accept: 'text/html' } })
  const unread = and(eq(chat_lines.order_id, order_id), isNull(chat_lines.read_at))
  expect(await app.db.$count(chat_lines, unread)).toBe(0)
})
