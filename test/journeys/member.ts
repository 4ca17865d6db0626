import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { parsePhone } from '../../domain/phone.ts'
import { PASSWORD } from '../sign-in.ts'
import type { TestApp } from '../start-app.ts'
import { nextTotp, totp } from '../totp.ts'

/** What somebody with an account does, in the words of the screen. */
export function member(page: Page, app: TestApp) {
  return {
    async fillsRegistration(email: string, role: 'Vendor' | 'Rider', password = PASSWORD) {
      // A person taps the card, wherever on it.
      await page.getByText(role === 'Vendor' ? 'I cook and sell food.' : 'I bring it to the door.').click()
      expect(await page.getByRole('radio', { name: role }).isChecked()).toBe(true)
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
    findsLinkInMail: (email: string, path = '/update-password') => findsLink(app, 'mail', email, `${path}?token=`),
    async choosesPassword(password: string, confirmation = password) {
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Confirm new password').fill(confirmation)
      await page.getByRole('button', { name: 'Update Password' }).click()
    },
    async typesCode(secret: string) {
      await page.getByLabel('Six-digit code').fill(nextTotp(secret))
      await page.getByRole('button', { name: 'Confirm' }).click()
    },
    async typesBackupCode(code: string) {
      await page.getByText('I do not have my phone').click()
      await page.getByLabel('Backup code').fill(code)
      await page.getByRole('button', { name: 'Log in with it' }).click()
    },
    /** On /account-security: new codes, copied and downloaded. Answers them. */
    async takesNewBackupCodes(): Promise<string[]> {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByLabel('Your password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Get new backup codes' }).click()
      await page.getByRole('button', { name: 'Copy the codes' }).click()
      await page.getByText('Copied.').waitFor()
      const codes = await this.seesBackupCodes()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join('\n')}\n`)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download as text' }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      for (const code of codes) expect(file).toContain(code)
      return codes
    },
    seesBackupCodes(): Promise<string[]> {
      return page
        .getByRole('listitem')
        .filter({ hasText: /^\w{5}-\w{5}$/ })
        .allInnerTexts()
    },
    /** On /account-security: from the password to "on", with a mistyped code on the way. */
    async setsUpTwoSteps(): Promise<{ secret: string }> {
      await page.getByLabel('Your password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Set up two-step login' }).click()
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
      const uri = (await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? ''
      const secret = new URL(uri).searchParams.get('secret') ?? ''
      expect(await this.seesBackupCodes()).toHaveLength(10)
      await page.getByLabel('Six-digit code').fill('000000')
      await page.getByRole('button', { name: 'Turn it on' }).click()
      await page.getByText('This code is not right.').waitFor()
      await page.getByLabel('Six-digit code').fill(totp(secret))
      await page.getByRole('button', { name: 'Turn it on' }).click()
      await page.getByText('Two-step login is on.').waitFor()
      return { secret }
    },
  }
}

/** The link in the newest text message to a phone number with one, by which its reader joins a kitchen. */
export const findsLinkInText = (app: TestApp, phone: string, path = '/join/'): Promise<string> =>
  findsLink(app, 'sms', (parsePhone(phone) ?? '').slice(1), path)

async function findsLink(app: TestApp, kind: 'mail' | 'sms', to: string, path: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const inbox = await fetch(`${app.sandbox.url}/inbox.json?kind=${kind}&to=${encodeURIComponent(to)}`)
      const { messages } = (await inbox.json()) as { messages: { links: string[] }[] }
      link = messages.flatMap((message) => message.links).find((one) => one.includes(path)) ?? ''
      return link
    })
    .toContain(path)
  return link
}
