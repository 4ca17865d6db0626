import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { users } from '../../domain/accounts/tables.ts'
import { case_notes } from '../../domain/cases/tables.ts'
import { keepCases } from '../../domain/desk/keep-cases.ts'
import { kobo } from '../../domain/money.ts'
import { orders } from '../../domain/orders/tables.ts'
import { payments, refunds } from '../../domain/payments/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logIn, postForm } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

const paidOrder = async (name: string) => paidOrderFor(app, await insertVendor(app.db, { name }))

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { adminComes, comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('a case is opened at its order, noted, handed on, dated, closed, found, and opened again', async () => {
    const order_id = await paidOrder(`Iya Case ${screen.name}`)
    const tola = await insertAccount(app.db, 'admin', { name: `Tola ${screen.name}`, admin_role: 'finance' })
    const page = await adminComes(`/admin/orders/${order_id}`, [/422/])
    await isAwake(page)
    const block = page.getByRole('region', { name: 'Cases' })
    await block.getByText('Open a case').click()
    await block.getByLabel('What is it about?').fill('x')
    await block.getByRole('button', { name: 'Open the case' }).click()
    await block.getByText('Please say in 3 to 120 characters').waitFor()
    await block.getByLabel('What is it about?').fill(`Cold soup ${screen.name}`)
    await block.getByLabel('First note (optional)').fill('She called twice.')
    await snap(page, 'case-open')
    await block.getByRole('button', { name: 'Open the case' }).click()
    await page.getByRole('heading', { name: `Cold soup ${screen.name}`, level: 1 }).waitFor()
    const story = page.getByRole('region', { name: 'What was written and done' })
    await story.getByText('She called twice.').waitFor()
    const number = /cases\/(\d+)/.exec(page.url())?.[1] ?? ''

    await page.getByLabel('Note').fill('The kitchen knows of it.')
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    await page.getByLabel('Photo (optional)').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photo })
    await page.getByRole('button', { name: 'Write the note' }).click()
    await story.getByText('The kitchen knows of it.').waitFor()
    await story.getByRole('img', { name: /^What the note of .* shows$/ }).waitFor()
    const said = page.getByRole('region', { name: 'What was said to them' })
    const receipt = said.getByRole('listitem').filter({ hasText: 'Iya Case' }).first()
    await receipt.getByText('Its words').click()
    await receipt.getByText('Iya Case').waitFor()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
    await page.getByLabel('Who has it').selectOption({ label: `Tola ${screen.name}, Finance` })
    await page.getByRole('button', { name: 'Hand it on' }).click()
    await story.getByText(`Handed the case on, to ${tola.email}`).waitFor()
    await page.getByLabel('Due by').fill('2026-01-02T09:30')
    await page.getByRole('button', { name: 'Set the day' }).click()
    await page.getByRole('region', { name: 'About it' }).getByText('2 Jan 2026, 09:30').waitFor()
    await snap(page, 'case')
    await holdsUp(page)

    // Whoever is given it reads so. It is due, and stands among what waits; at whose name it stands, they find it.
    const other = await comes(tola.email, '/admin/dashboard')
    await other.getByText(`Case ${number} is due: Cold soup ${screen.name}`).waitFor()
    await other.getByRole('button', { name: 'Notifications, 1 new' }).click()
    await other.getByRole('link', { name: `Case ${number} is yours: Cold soup ${screen.name}.` }).click()
    await other.waitForURL(/status=Mine/)
    await snap(other, 'cases')
    await holdsUp(other)
    await other.getByRole('link', { name: `${number}: Cold soup ${screen.name}` }).click()
    await other.getByRole('heading', { name: `Cold soup ${screen.name}`, level: 1 }).waitFor()
    // What one of two writes, the other reads at once, and what they are writing themselves stays.
    await page.getByLabel('Note').fill('Half a sen')
    await other.getByLabel('Note').fill('Her money is on its way.')
    await other.getByRole('button', { name: 'Write the note' }).click()
    await story.getByText('Her money is on its way.').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Half a sen')
    // Also where the other closes the case; it can be opened again, and the note written then.
    await other.getByText('Close…').click()
    await other.getByLabel('What came of it?').fill('Paid')
    await other.getByRole('button', { name: 'Close the case' }).click()
    await page.getByText('Somebody closed this case while you were writing.').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Half a sen')
    await page.getByText('Open it again…').click()
    await page.getByLabel('Why?').fill('Not yet')
    await page.getByRole('button', { name: 'Open it again' }).click()
    await page.getByLabel('Who has it').waitFor()
    await page.getByLabel('Note').fill('Half a sentence, and the rest.')
    await page.getByRole('button', { name: 'Write the note' }).click()
    await story.getByText('Half a sentence, and the rest.').waitFor()
    await other.close()
    await app.db.update(users).set({ suspended_at: new Date() }).where(eq(users.id, tola.user_id))
    await page.reload()
    await page.getByText(`Nobody: Tola ${screen.name}, who had it, left`).waitFor()
    await page.getByText('Close…').click()
    await page.getByLabel('What came of it?').fill('She is content')
    await page.getByRole('button', { name: 'Close the case' }).click()
    await page.getByText('The case is closed.').waitFor()
    await snap(page, 'case-closed')

    await page.goto(`${app.url}/admin/orders/${order_id}`)
    await page.getByRole('region', { name: 'Cases' }).getByRole('listitem').getByText('Closed').first().waitFor()
    await page.goto(`${app.url}/admin/search?q=cold+soup`)
    await page
      .getByRole('region', { name: 'Cases' })
      .getByRole('link', { name: `Case ${number}:` })
      .click()
    await page.getByText('Open it again…').click()
    await page.getByLabel('Why?').fill('She called again')
    await page.getByRole('button', { name: 'Open it again' }).click()
    await page.getByText('The case is open again.').waitFor()
  })

  walk('what needs somebody for longer opens a case, which its line on the dashboard leads to', async () => {
    const order_id = await paidOrder(`Iya Itself ${screen.name}`)
    const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
    const [payment] = await app.db
      .select()
      .from(payments)
      .where(eq(payments.checkout_id, order?.checkout_id ?? ''))
    const failed = { payment_id: payment?.id ?? '', order_id, amount: kobo(500_00), reason: 'complaint' } as const
    const [refund] = await app.db
      .insert(refunds)
      .values({ ...failed, asked_role: 'admin', status: 'Failed', last_error: 'No such card', created_at: new Date() })
      .returning()
    await keepCases(actingOn(app))
    const page = await adminComes('/admin/dashboard')
    const line = page.getByRole('listitem').filter({ hasText: `order ${order_id}` })
    await snap(page, 'case-on-desk')
    await line.getByRole('link', { name: /^Case \d+: nobody has it yet$/ }).click()
    await page.getByRole('heading', { name: /A refund could not be made$/, level: 1 }).waitFor()
    await page.getByText(/, by itself$/).waitFor()
    await page.getByText('Opened the case, ').waitFor()
    await snap(page, 'case-by-itself')
    await holdsUp(page)
    await app.db.delete(refunds).where(eq(refunds.id, refund?.id ?? ''))
    await keepCases(actingOn(app))
    await page.reload()
    await page.getByText('It is over').waitFor()
  })
})

describe('without scripts', () => {
  test('a case is opened once however often it is sent, not closed past an unread note or by a viewer', async () => {
    const order_id = await paidOrder('Iya Plain Case')
    const cookie = await logIn(app.url, (await insertAccount(app.db, 'admin')).email)
    const looker = (await insertAccount(app.db, 'admin', { admin_role: 'read_only' })).email
    const page = await (await fetch(`${app.url}/admin/orders/${order_id}`, { headers: { cookie } })).text()
    expect(page).toContain('Open the case')
    const fields = { intent: 'open', kind: 'order', which: String(order_id), title: 'Plain', words: 'A word' }
    const once = { ...fields, request_key: randomUUID() }
    const opened = await Promise.all([1, 2].map(() => postForm(app.url, '/admin/cases', once, { cookie })))
    const [path, again] = opened.map((answer) => answer.headers.get('location'))
    expect(path).toMatch(/^\/admin\/cases\/\d+$/)
    expect(again).toBe(path)
    const close = (last_note: number) =>
      postForm(app.url, path ?? '', { intent: 'close', reason: 'It is over', last_note: String(last_note) }, { cookie })
    const refused = await close(0)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('Somebody wrote a note meanwhile.')
    const [note] = await app.db.select().from(case_notes).orderBy(desc(case_notes.id)).limit(1)
    expect(await (await close(note?.id ?? 0)).text()).toContain('The case is closed.')
    const looks = { cookie: await logIn(app.url, looker) }
    expect((await postForm(app.url, '/admin/cases', once, looks)).status).toBe(403)
    for (const screen of ['/admin/cases', `/admin/orders/${order_id}`, path])
      expect(await (await fetch(`${app.url}${screen}`, { headers: looks })).text()).not.toMatch(/Open (the|a) case/)
    for (const missing of ['999999999', 'x', '1e3'])
      expect((await fetch(`${app.url}/admin/cases/${missing}`, { headers: { cookie } })).status).toBe(404)
    expect((await fetch(`${app.url}/admin/cases?about=rider:x`, { headers: { cookie } })).status).toBe(404)
  })
})
