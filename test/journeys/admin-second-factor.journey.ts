import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { users } from '../../domain/accounts/tables.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { startTestApp } from '../start-app.ts'
import { nextTotp } from '../totp.ts'
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
    const { secret } = await ngozi.setsUpTwoSteps()
    await page.getByRole('link', { name: 'Go to my pages' }).click()
    await page.getByRole('region', { name: 'Needs attention now' }).waitFor()

    // Somebody else's phone is gone, with the backup codes.
    const lost = await insertAccount(app.db, 'admin', { admin_role: 'support' })
    await app.db.update(users).set({ two_factor_enabled: true }).where(eq(users.id, lost.user_id))
    await page.goto(`${app.url}/admin/team`)
    const card = page.getByRole('listitem').filter({ hasText: lost.email })
    await card.getByText('Lost phone…').click()
    await holdsUp(page)
    await card.getByRole('button', { name: 'Take the second step away' }).click()
    await card.getByLabel('Code of your authenticator app').fill(nextTotp(secret))
    await card.getByRole('button', { name: 'Take the second step away' }).click()
    await card.getByText('Without a second step at login.').waitFor()
    expect(await page.getByText('Lost phone…').count()).toBe(0)
  })
})
