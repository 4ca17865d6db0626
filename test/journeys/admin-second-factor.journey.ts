import { afterEach, describe, expect } from 'vitest'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { startTestApp } from '../start-app.ts'
import { member } from './member.ts'

const { app, browser } = await openJourney({}, () =>
  startTestApp(undefined, undefined, undefined, { env: { ADMIN_TWO_FACTOR: 'on' } }),
)

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  let visitor: Visitor
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('a new admin is led to the second step of the login, and comes in once it is on', async () => {
    visitor = await newVisitor(browser, screen, [/422/])
    const { page } = visitor
    const { email } = await insertAccount(app.db, 'admin', { name: `Ngozi ${screen.name}` })
    const ngozi = member(page, app)
    await ngozi.logsIn(email)
    await page.waitForURL(`${app.url}/account-security`)
    await page.getByText('Admins need this. Set it up now to get to your pages.').waitFor()
    await holdsUp(page)

    await page.goto(`${app.url}/admin/payout`)
    await page.waitForURL(`${app.url}/account-security`)
    await ngozi.setsUpTwoSteps()
    await page.getByRole('link', { name: 'Go to my pages' }).click()
    await page.getByRole('region', { name: 'Needs attention now' }).waitFor()
  })
})
