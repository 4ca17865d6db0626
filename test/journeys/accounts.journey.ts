import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { allHoldUp } from '../screen-checks.ts'
import { insertAccount, logIn, PASSWORD } from '../sign-in.ts'
import { member } from './member.ts'

const { app, browser } = await openJourney()

const newAddress = () => `${randomUUID().slice(0, 12)}@example.com`
describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  let visitor: Visitor
  let ada: ReturnType<typeof member>
  const come = async (expected: RegExp[] = []) => {
    visitor = await newVisitor(browser, screen, expected)
    ada = member(visitor.page, app)
  }
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('from sign-up over the dashboard to logout', async () => {
    await come()
    const { page } = visitor
    const email = newAddress()
    await page.goto(`${app.url}/register`)
    const sign_up = page.getByRole('button', { name: 'Sign Up' })
    await expect.poll(() => sign_up.isDisabled()).toBe(true)
    await ada.fillsRegistration(email, 'Vendor')
    expect(await sign_up.isEnabled()).toBe(true)
    await sign_up.dblclick()
    await page.getByText('Account created successfully!').waitFor()
    await page.waitForURL(`${app.url}/login`)
    expect(await page.getByText('Account created successfully!').isVisible()).toBe(true)

    const log_in = page.getByRole('button', { name: 'Log In' })
    await expect.poll(() => log_in.isDisabled()).toBe(true)
    await page.getByLabel('Email').fill(email)
    expect(await log_in.isDisabled()).toBe(true)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    expect(await log_in.isEnabled()).toBe(true)
    await log_in.click()
    await page.waitForURL(`${app.url}/vendor-dashboard`)
    await page.getByRole('main').getByText(email).first().waitFor()

    await page.evaluate(() => sessionStorage.setItem('notifications', '[]'))
    await ada.logsOut()
    // The router notes scroll positions under a key of its own when any page is left.
    const kept = await page.evaluate(() => Object.keys(sessionStorage))
    expect(kept.filter((key) => !key.startsWith('react-router'))).toEqual([])
    await page.goto(`${app.url}/vendor-dashboard`)
    await page.waitForURL(/\/login\?next=%2Fvendor-dashboard$/)
  })

  walk('a rider lands on the rider dashboard, an admin on the admin dashboard', async () => {
    await come()
    for (const role of ['rider', 'admin'] as const) {
      const { email } = await insertAccount(app.db, role, { name: 'Bisi' })
      // A spinner shows until the server has checked who is signed in.
      const looks = /not-found-/
      const answer = Promise.withResolvers<void>()
      await visitor.page.route(looks, async (route) => {
        await answer.promise
        await route.continue()
      })
      await ada.logsIn(email)
      await visitor.page.getByRole('status').getByText('One moment').waitFor({ state: 'attached' })
      answer.resolve()
      await visitor.page.waitForURL(app.url + (role === 'rider' ? '/rider-dashboard' : '/admin/dashboard'))
      // A rider's screen begins with what is to be done.
      const name = role === 'rider' ? 'Dashboard' : 'Welcome, Bisi'
      await visitor.page.getByRole('heading', { name }).waitFor()
      await visitor.page.unroute(looks)
      await ada.logsOut()
    }
  })

  walk('the guard leads to the login and back, and another role to /unauthorized', async () => {
    await come([/403/])
    const { page } = visitor
    const { email } = await insertAccount(app.db, 'rider')
    await page.goto(`${app.url}/rider-dashboard?week=2`)
    await page.getByText('You come back to the page you wanted.').waitFor()
    await ada.fillsLogin(email)
    await page.waitForURL(`${app.url}/rider-dashboard?week=2`)

    await page.goto(`${app.url}/admin/dashboard`)
    await page.waitForURL(`${app.url}/unauthorized`)
    await page.getByText(`You are logged in as ${email}.`).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to my dashboard' }).click()
    await page.waitForURL(`${app.url}/rider-dashboard`)
  })

  walk('a wrong password is said in an alert, and what was typed stays', async () => {
    await come([/422/])
    const { page } = visitor
    const { email } = await insertAccount(app.db, 'vendor')
    await ada.logsIn(email, 'not-my-password')
    await page.getByRole('alert').getByText('Invalid email or password').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not-my-password')
    expect(await axeFindings(page)).toEqual([])
  })

  walk('a sign-up that is refused says why beside the field, and keeps what was typed', async () => {
    await come([/422/, /409/])
    const { page } = visitor
    const { email } = await insertAccount(app.db, 'vendor')
    await page.goto(`${app.url}/register`)
    await ada.fillsRegistration(email, 'Rider', 'short')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByText('Please use at least 8 characters.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('a-longer-password')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page
      .getByRole('alert')
      .getByText('This email is already in use. Please log in or use a different one.')
      .waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    expect(await page.getByRole('radio', { name: 'Rider' }).isChecked()).toBe(true)
  })

  walk('a forgotten password: the mail, the new one, the dialog, the login', async () => {
    await come([/422/])
    const { page } = visitor
    const { email } = await insertAccount(app.db, 'rider')
    const other_device = await logIn(app.url, email)
    await page.goto(`${app.url}/login`)
    await page.getByRole('link', { name: /^Forgot password/ }).click()
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await page.getByText('Reset link sent! Check your email.').waitFor()
    expect(await axeFindings(page)).toEqual([])

    const link = await ada.findsLinkInMail(email)
    await page.goto(link)
    await ada.choosesPassword('new-amala-pot', 'new-amala-pan')
    await page.getByText('Passwords do not match.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await ada.choosesPassword('new-amala-pot')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Password updated successfully! Redirecting to login...').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'OK' }).click()
    await page.waitForURL(`${app.url}/login`)
    await ada.fillsLogin(email, 'new-amala-pot')
    await page.waitForURL(`${app.url}/rider-dashboard`)

    const answer = await fetch(`${app.url}/rider-dashboard`, {
      headers: { cookie: other_device },
      redirect: 'manual',
    })
    expect(answer.headers.get('location')).toMatch(/^\/login/)
    await page.goto(link)
    await page.getByText('Invalid or expired password reset link.').waitFor()
  })

  walk('two-step login: set up, log in with a code and with a backup code, turn it off', async () => {
    await come([/422/])
    const { page } = visitor
    const { email } = await insertAccount(app.db, 'vendor')
    await ada.logsIn(email)
    await page.waitForURL(`${app.url}/vendor-dashboard`)
    await page.goto(`${app.url}/account-security`)
    const { secret } = await ada.setsUpTwoSteps()
    const codes = await ada.takesNewBackupCodes()
    expect(await axeFindings(page)).toEqual([])

    await ada.logsOut()
    await ada.logsIn(email)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').getByText('This code is not right.').waitFor()
    await ada.typesCode(secret)
    await page.waitForURL(`${app.url}/vendor-dashboard`)

    await page.goto(`${app.url}/account-security`)
    await ada.logsOut()
    await ada.logsIn(email)
    await ada.typesBackupCode(codes[0] ?? '')
    await page.waitForURL(`${app.url}/vendor-dashboard`)

    await page.goto(`${app.url}/account-security`)
    await page.getByLabel('Your password').fill('not-my-password')
    await page.getByRole('button', { name: 'Turn it off' }).click()
    await page.getByText('This is not your password.').waitFor()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Turn it off' }).click()
    await page.getByText('Two-step login is off.').waitFor()
  })

  walk('every page is accessible in light and in dark, and none is too wide', async () => {
    await come([/403/])
    const { page } = visitor
    const of_strangers = ['/login', '/login?next=/vendor-dashboard', '/login?step=code', '/register', '/reset-password']
    await allHoldUp(page, app.url, [...of_strangers, '/update-password', '/confirm-email', '/unauthorized'])
    const { email } = await insertAccount(app.db, 'rider', { name: 'Bisi' })
    await ada.logsIn(email)
    await page.waitForURL(`${app.url}/rider-dashboard`)
    await allHoldUp(page, app.url, ['/rider-dashboard', '/account-security', '/unauthorized'])
  })
})

describe('two tabs', () => {
  test('are one session: what one logs out of, the other has left too', async () => {
    const visitor = await newVisitor(browser, screens[1])
    const ada = member(visitor.page, app)
    const { email } = await insertAccount(app.db, 'rider')
    await ada.logsIn(email)
    await visitor.page.waitForURL(`${app.url}/rider-dashboard`)
    const second = await visitor.context.newPage()
    await second.goto(`${app.url}/rider-dashboard`)
    await second.getByText(email).first().waitFor()
    await ada.logsOut()
    await second.getByRole('link', { name: 'Security' }).click()
    await second.waitForURL(/\/login\?next=%2Faccount-security$/)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

describe('without any script', () => {
  test('sign-up, login, two-step set-up and logout work', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const ada = member(page, app)
    const email = newAddress()
    await page.goto(`${app.url}/register`)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByText('Are you a vendor or a rider?').waitFor()
    await ada.fillsRegistration(email, 'Rider')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByText('Account created successfully!').waitFor()
    await page.getByRole('status').getByRole('link', { name: 'Log in' }).click()
    await ada.fillsLogin(email)
    await page.getByRole('heading', { name: 'Before you ride' }).waitFor()
    await page.getByRole('link', { name: 'Security' }).click()
    await ada.setsUpTwoSteps()
    await ada.logsOut()
    await context.close()
  })

  test('a new password works too, with its dialog', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const ada = member(page, app)
    const { email } = await insertAccount(app.db, 'rider')
    await page.goto(`${app.url}/reset-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await page.goto(await ada.findsLinkInMail(email))
    await ada.choosesPassword('new-amala-pot')
    await page.getByText('Password updated successfully! Redirecting to login...').waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await ada.fillsLogin(email, 'new-amala-pot')
    await page.getByRole('heading', { name: 'Before you ride' }).waitFor()
    await context.close()
  })
})
