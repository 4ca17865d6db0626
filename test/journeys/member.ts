import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from '../sign-in.ts'
import type { TestApp } from '../start-app.ts'
import { totp } from '../totp.ts'

/** What somebody with an account does, in the words of the screen. */
export function member(page: Page, app: TestApp) {
  return {
    async fillsRegistration(email: string, role: 'Vendor' | 'Rider', password = PASSWORD) {
      await page.getByRole('radio', { name: role }).check()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
    },
    async fillsLogin(email: string, password = PASSWORD) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log In' }).click()
    },
    async logsIn(email: string, password = PASSWORD) {
      await page.goto(`${app.url}/login`)
      await this.fillsLogin(email, password)
    },
    async logsOut() {
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.waitForURL(`${app.url}/login`)
    },
    /** The link in the newest mail with one, as the sandbox received it. */
    async findsLinkInMail(email: string): Promise<string> {
      let link = ''
      await expect
        .poll(
          async () => {
            const inbox = await fetch(
              `${app.sandbox.url}/inbox.json?kind=mail&to=${encodeURIComponent(email)}`,
            )
            const { messages } = (await inbox.json()) as { messages: { links: string[] }[] }
            link =
              messages.flatMap((mail) => mail.links).find((one) => one.includes('/update-password')) ?? ''
            return link
          },
          { timeout: 20_000 },
        )
        .toContain('/update-password?token=')
      return link
    },
    async choosesPassword(password: string, confirmation = password) {
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Confirm new password').fill(confirmation)
      await page.getByRole('button', { name: 'Update Password' }).click()
    },
    async typesCode(secret: string) {
      await page.getByLabel('Six-digit code').fill(totp(secret))
      await page.getByRole('button', { name: 'Confirm' }).click()
    },
    /** On /account-security: from the password to "on", with a mistyped code on the way. */
    async setsUpTwoSteps(): Promise<{ secret: string; backup_codes: string[] }> {
      await page.getByLabel('Your password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Set up two-step login' }).click()
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
      const uri = (await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? ''
      const secret = new URL(uri).searchParams.get('secret') ?? ''
      const backup_codes = await page
        .getByRole('listitem')
        .filter({ hasText: /^\w{5}-\w{5}$/ })
        .allInnerTexts()
      await page.getByLabel('Six-digit code').fill('000000')
      await page.getByRole('button', { name: 'Turn it on' }).click()
      await page.getByText('This code is not right.').waitFor()
      await page.getByLabel('Six-digit code').fill(totp(secret))
      await page.getByRole('button', { name: 'Turn it on' }).click()
      await page.getByText('Two-step login is on.').waitFor()
      return { secret, backup_codes }
    },
  }
}
