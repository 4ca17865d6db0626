import { describe, expect } from 'vitest'
import { saved_views } from '../../domain/desk/tables.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

/** With a column that is left out, and whether each status says how many there are. */
const other_lists = [
  ['transactions', 'Customer', false],
  ['riders', 'Vehicle', true],
  ['cases', 'Due', true],
  ['claims', 'Kitchen', true],
  ['messages', 'By', false],
  ['ratings', 'Line', false],
  ['review', 'Asked for', true],
  ['refunds', 'Why', true],
  ['referrals', 'Cost', true],
  ['reconciliation', 'Reference', true],
  ['audit', 'Why', false],
] as const

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen, screens.toReversed())
  const { adminComes, comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('columns are left out, the list is saved under a name, shared, and opened where a field is gone', async () => {
    await app.db.delete(saved_views)
    const order_id = await paidOrderFor(app, await insertVendor(app.db))
    const page = await adminComes('/admin/orders', [/422/])
    await page.getByRole('option', { name: /^Pending \(\d+\)$/ }).waitFor({ state: 'attached' })
    await page.getByRole('combobox', { name: /^Status/ }).selectOption('Pending')
    await page.waitForURL(/status=Pending/)
    await page.getByText('Columns and views').click()
    await page.getByRole('checkbox', { name: 'Items', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Margin', exact: true }).check()
    await page.getByRole('button', { name: 'Show these columns' }).click()
    await page.waitForURL(/hide=Items&hide=Margin/)
    await page.getByRole('rowheader', { name: `#${order_id}` }).waitFor()
    await page.getByRole('columnheader', { name: 'Items' }).waitFor({ state: 'detached' })
    // A search leaves the columns as they are.
    await page.getByRole('searchbox').fill(String(order_id))
    await page.waitForURL(/q=\d+/)
    expect(page.url()).toContain('hide=Items')

    await page.getByRole('checkbox', { name: `Choose order ${order_id}` }).check()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export the chosen' }).click()
    expect((await file).suggestedFilename()).toMatch(/^orders-.*\.csv$/)

    const unfold = async () => {
      if (!(await page.getByLabel('Name of this view').isVisible())) await page.getByText('Columns and views').click()
    }
    await unfold()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByText('Please give it a name of at most 40 letters.').waitFor()
    await page.getByLabel('Name of this view').fill('Short and open')
    await page.getByLabel('Other admins see it, too').check()
    await snap(page, 'list-views')
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByText('Saved as “Short and open”.').waitFor()
    await page.getByRole('link', { name: 'Short and open' }).waitFor()
    await holdsUp(page)

    const other = await adminComes('/admin/orders', [], 'Tola')
    await other.getByRole('link', { name: 'Short and open (Ngozi)' }).click()
    await other.waitForURL(/hide=Margin/)
    await other.getByRole('columnheader', { name: 'Margin' }).waitFor({ state: 'detached' })

    await app.db.update(saved_views).set({ query: 'status=Lost&hide=Weather&hide=Items' })
    await page.goto(`${app.url}/admin/orders`)
    await page.getByRole('link', { name: 'Short and open' }).click()
    await page.getByText('This list no longer has the status “Lost”, the column “Weather”.').waitFor()
    await page.getByRole('columnheader', { name: 'Items' }).waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: `#${order_id}` }).waitFor()
    await snap(page, 'list-view-gone')

    await page.goto(`${app.url}/admin/views`)
    await holdsUp(page)
    await snap(page, 'saved-views')
    await page.getByRole('button', { name: 'Remove Short and open' }).click()
    await page.getByText('The view is gone.').waitFor()
    await page.getByText('Nothing is saved yet.').waitFor()
  })

  walk('every other list leaves columns out, is turned round, cut and counted, and is saved so', async () => {
    await app.db.delete(saved_views)
    await insertRider(app.db)
    await paidOrderFor(app, await insertVendor(app.db))
    const page = await adminComes('/admin/dashboard')
    for (const [list, column, counted] of other_lists) {
      await page.goto(`${app.url}/admin/${list}`)
      await isAwake(page)
      if (counted)
        await page.getByRole('option', { name: /^Open \(\d+\)$|^All \(\d+\)$/ }).waitFor({ state: 'attached' })
      await page.getByText('Columns and views').click()
      await page.getByRole('checkbox', { name: column, exact: true }).check()
      await page.getByRole('button', { name: 'Show these columns' }).click()
      await page.waitForURL(/hide=/)
      await page.getByText('Sort, days and rows').click()
      await page.getByLabel('Sort by').selectOption('Oldest first')
      await page.getByLabel('Rows a page').selectOption('50')
      await page.getByRole('button', { name: 'Show so' }).click()
      await page.waitForURL(/sort=date\.up/)
      expect(new URL(page.url()).searchParams.getAll('hide')).toEqual([column])
      expect(new URL(page.url()).searchParams.get('rows')).toBe('50')
      expect(await page.getByRole('columnheader', { name: column, exact: true }).count()).toBe(0)
      await page.getByLabel('Name of this view').fill(`Old ${list}`)
      await page.getByRole('button', { name: 'Save this view' }).click()
      await page.getByRole('link', { name: `Old ${list}` }).waitFor()
      await snap(page, `list-of-${list}`)
      if (list === 'audit' || list === 'transactions') await holdsUp(page)
    }
    await page.goto(`${app.url}/admin/views`)
    expect(await page.getByRole('table', { name: 'Saved views' }).getByRole('rowheader').count()).toBe(
      other_lists.length,
    )
    await page.getByRole('link', { name: 'Old messages' }).click()
    await page.waitForURL(/\/admin\/messages\?.*hide=By/)

    // Of a list that somebody does not see, they see no shared view either.
    await app.db.update(saved_views).set({ shared: true })
    const { email } = await insertAccount(app.db, 'admin', { admin_role: 'support' })
    const other = await comes(email, '/admin/views')
    const names = await other.getByRole('table', { name: 'Saved views' }).getByRole('rowheader').allTextContents()
    expect(names).toContain('Old messages')
    expect(names).not.toContain('Old transactions')
    expect(names).not.toContain('Old audit')
  })

  walk('who types and presses a link at once goes where it leads', async () => {
    const page = await adminComes('/admin/orders')
    await isAwake(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // The screen behind the link is long in coming, until the search would have been asked.
    const held = Promise.withResolvers<void>()
    await page.route('**/admin/vendors.data*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.evaluate(async () => {
      const box = document.querySelector<HTMLInputElement>('input[type=search]')
      box?.focus()
      document.execCommand('insertText', false, 'ada')
      document.querySelector<HTMLAnchorElement>('nav a[href="/admin/vendors"]')?.click()
      await new Promise((done) => setTimeout(done, 500))
    })
    held.resolve()
    await page.waitForURL(`${app.url}/admin/vendors`)
    await page.getByRole('heading', { name: 'Vendors' }).waitFor()
    expect(asked.filter((url) => url.includes('q=ada'))).toEqual([])
  })
})
