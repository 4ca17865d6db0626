import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit_log } from '../../domain/audit/tables.ts'
import { parseCsv } from '../../domain/csv.ts'
import { riders } from '../../domain/delivery/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { axeFindings } from '../axe.ts'
import { newVisitor, screens } from '../browser.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logIn, logInBrowser } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let admin: { email: string }
let cookie: string
let order_id: number

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
  cookie = await logIn(app.url, admin.email)
  const kitchen = await insertVendor(app.db, {
    name: '=HYPERLINK("http://evil")',
    bank_name: 'Access Bank',
    account_number: '0690000031',
    account_name: 'IYA TEST',
  })
  order_id = await paidOrderFor(app, kitchen)
})

const download = (path: string, as = cookie) => fetch(app.url + path, { headers: { cookie: as }, redirect: 'manual' })

describe('a file', () => {
  test('of the orders starts with the mark of UTF-8 and runs no formula', async () => {
    const answer = await download('/admin/export/orders.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(bytes.toString('utf8')).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(parseCsv(bytes.toString('utf8'))[1]?.cells.slice(0, 3)).toEqual([
      String(order_id),
      expect.any(String),
      'Pending',
    ])
  })

  test('holds the chosen rows alone, and refuses none', async () => {
    const numbers = async (chosen: number) => {
      const file = await download(`/admin/export/orders.csv?chosen=yes&chosen_${chosen}=yes`)
      return parseCsv(await file.text())
        .slice(1)
        .map(({ cells }) => cells[0])
    }
    expect(await numbers(order_id)).toEqual([String(order_id)])
    expect(await numbers(order_id + 1000)).toEqual([])
    const none = await download('/admin/export/orders.csv?chosen=yes&back=status%3DPending')
    const to_list = none.headers.get('location') ?? ''
    expect([none.status, to_list]).toEqual([303, '/admin/orders?status=Pending&chosen=none'])
    expect(await (await download(to_list)).text()).toMatch(/Please choose at least one row, and at most (<!-- -->)?100/)
  })

  test('shows only the end of an account number', async () => {
    const text = await (await download('/admin/export/vendors.csv')).text()
    expect(text).toContain('******0031')
    expect(text).not.toContain('0690000031')
  })

  test('of the riders holds the chosen ones, without a whole account number', async () => {
    const [one, other] = [await insertRider(app.db, { name: 'Musa File' }), await insertRider(app.db)]
    const number = async ({ user_id }: { user_id: string }) => {
      const [row] = await app.db.select({ id: riders.id }).from(riders).where(eq(riders.user_id, user_id))
      return String(row?.id)
    }
    const all = parseCsv(await (await download('/admin/export/riders.csv?status=Active')).text()).slice(1)
    expect(all.map(({ cells }) => cells[0])).toEqual(expect.arrayContaining([await number(one), await number(other)]))
    const chosen = await download(`/admin/export/riders.csv?chosen=yes&chosen_${await number(one)}=yes`)
    const rows = parseCsv(await chosen.text()).slice(1)
    expect(rows.map(({ cells }) => cells.slice(0, 3))).toEqual([[await number(one), 'Musa File', 'Active']])
    expect(rows[0]?.cells[8]).toBe('******0031')
    const none = await download('/admin/export/riders.csv?chosen=yes&back=status%3DActive')
    expect(none.headers.get('location')).toBe('/admin/riders?status=Active&chosen=none')
  })

  test('of the ledger has debits and credits that are equal', async () => {
    const rows = parseCsv(await (await download('/admin/export/ledger.csv')).text()).slice(1)
    const sum = (column: number) => rows.reduce((total, row) => total + Number(row.cells[column] || 0), 0)
    expect(rows.length).toBeGreaterThan(2)
    expect(sum(6)).toBeCloseTo(sum(7), 2)
  })

  test('is narrowed by status and days, and refuses a day that is none', async () => {
    const lines = async (query: string) =>
      parseCsv(await (await download(`/admin/export/orders.csv?${query}`)).text()).length - 1
    expect(await lines('status=Pending')).toBe(1)
    expect(await lines('status=Delivered')).toBe(0)
    expect(await lines('status=toString')).toBe(1)
    expect(await lines('to=2020-01-01')).toBe(0)
    expect((await download('/admin/export/orders.csv?from=yesterday')).status).toBe(422)
    expect((await download('/admin/export/payouts.csv?status=Paid')).status).toBe(200)
  })

  test('longer than a portion comes whole', async () => {
    const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
    if (!order) throw new Error('no order')
    const { id, ...row } = order
    const copies = Array.from({ length: 1200 }, () => ({ ...row, vendor_id: crypto.randomUUID() }))
    const made = await app.db.transaction(async (tx) => {
      // The copies belong to no kitchen.
      await tx.execute(sql`set local session_replication_role = replica`)
      return tx.insert(orders).values(copies).returning({ id: orders.id })
    })
    const rows = parseCsv(await (await download('/admin/export/orders.csv')).text())
    expect(new Set(rows.slice(1).map((line) => line.cells[0])).size).toBe(1201)
    expect(made).toHaveLength(1200)
    expect(id).toBe(order_id)
  })

  test('stands in the audit log with what was asked for', async () => {
    await download('/admin/export/payouts.csv?status=Paid&from=2026-03-01')
    const entries = await app.db.select().from(audit_log).where(eq(audit_log.subject, 'export:payouts'))
    expect(entries.at(-1)).toMatchObject({
      action: 'list_exported',
      actor: admin.email,
      after: { status: 'Paid', from: '2026-03-01', to: '' },
    })
  })
})

describe.each(screens)('on a screen of $name', (screen) => {
  test('a file is downloaded by its form; the page fits 320 px and axe finds nothing', async () => {
    const visitor = await newVisitor(browser, screen)
    const { page } = visitor
    await logInBrowser(visitor.context, app.url, admin.email)
    await page.goto(`${app.url}/admin/exports`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download vendors' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^vendors-.*\.csv$/)
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await axeFindings(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
