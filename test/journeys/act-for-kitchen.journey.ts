import { describe, expect } from 'vitest'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { registeredKitchen } from '../registered.ts'

const { app, browser } = await openJourney()

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  test('an admin acts for a kitchen on its own screens, and the kitchen reads what was done', async () => {
    const row = await registeredKitchen(app, `Iya Acted ${screen.name}`)
    const order_id = await paidOrderFor(app, row)
    const page = await adminComes(`/admin/vendors?vendor=${row.user_id}`, [/422/, /403/])
    await page.getByRole('dialog').getByText('Act for this kitchen…', { exact: true }).click()
    const act = page.getByRole('dialog').getByRole('group').filter({ hasText: 'Act for this kitchen…' })
    await act.getByLabel('Why?').fill('no')
    await act.getByRole('button', { name: 'Act for it' }).click()
    await act.getByText('Please say why, in 3 to 200 characters. The kitchen reads it.').waitFor()
    await snap(page, 'act-for')
    await act.getByLabel('Why?').fill('Their tablet is broken')
    await act.getByRole('button', { name: 'Act for it' }).click()
    await page.waitForURL('**/vendor-dashboard')
    const banner = page.getByRole('region', { name: 'You act for a kitchen' })
    await banner.getByText(`You act for ${row.name}`).waitFor()
    for (const hidden of ['Staff', 'Payout']) {
      expect(await page.getByRole('link', { name: new RegExp(hidden) }).count()).toBe(0)
    }
    await snap(page, 'acting')
    await holdsUp(page)

    await page.goto(`${app.url}/food`)
    await banner.waitFor()
    await isAwake(page)
    await page.getByLabel('Availability of Jollof Rice').selectOption('Sold out today')
    await expect
      .poll(async () => (await (await fetch(`${app.url}/restaurant/${row.user_id}`)).text()).includes('Sold out'))
      .toBe(true)
    await page.goto(`${app.url}/account`)
    await isAwake(page)
    expect(await page.textContent('main')).not.toContain('0690000031')
    await page.getByRole('button', { name: '15 minutes' }).click()
    await page.getByText('Customers see “Busy. Not taking orders for now”.').waitFor()
    await snap(page, 'acting-account')
    await holdsUp(page)
    await page.getByRole('button', { name: 'Take orders again' }).first().click()
    await page.getByRole('button', { name: '15 minutes' }).waitFor()
    await page.getByRole('button', { name: '15 minutes' }).click()
    await page.getByText('Customers see “Busy. Not taking orders for now”.').waitFor()
    await page.goto(`${app.url}/food`)
    await isAwake(page)
    await page.getByRole('button', { name: 'Edit Jollof Rice' }).click()
    await page.getByLabel('Price').fill('1650')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('₦1,650').first().waitFor()
    await page.goto(`${app.url}/vendor-order`)
    await page.getByRole('button', { name: 'Accept', exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0)
    await page.goto(`${app.url}/vendor-order/${order_id}`)
    await isAwake(page)
    await page.getByText('Cannot cook it?').click()
    await page.getByText('Rejecting gives all the money back, so you do that as an admin').waitFor()
    expect(await page.getByRole('button', { name: 'Reject and refund' }).count()).toBe(0)
    await page.getByRole('link', { name: `cancel order ${order_id}` }).waitFor()
    await snap(page, 'acting-no-rejection')
    await holdsUp(page)
    await page.goto(`${app.url}/request-payout`)
    await page.getByText('You have no permission for that page').waitFor()

    const owner = await comes(row.email, '/account')
    const closed = owner.getByRole('list', { name: 'What keeps customers from ordering' })
    await closed.getByText(/^ChowGate’s support paused orders until /).waitFor()
    const done = owner.getByRole('region', { name: 'ChowGate support did this for you' })
    await done.getByText('Said what is sold out: Jollof Rice').waitFor()
    await done.getByText('Stopped new orders for a while').first().waitFor()
    await done.getByText(/Ngozi: Their tablet is broken/).waitFor()
    await snap(owner, 'done-by-support')
    await holdsUp(owner)

    // The admin is an admin all the while.
    await page.goto(`${app.url}/vendor-dashboard`)
    await banner.getByRole('button', { name: 'Stop acting' }).click()
    await page.waitForURL(`**/admin/vendors?vendor=${row.user_id}`)
    await page.getByRole('dialog').getByText('Stopped acting for this vendor').waitFor()
    await page.goto(`${app.url}/food`)
    await page.getByText('You have no permission for that page').waitFor()
  })
})
