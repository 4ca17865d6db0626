import type { Browser, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { newVisitor, type Screen, type Visitor } from './browser.ts'
import { insertAccount, logInBrowser } from './sign-in.ts'
import type { TestApp } from './start-app.ts'

/** People at their desks in a journey of the back office, and what every screen must stand. */
export function officeOn(screen: Screen, app: () => TestApp, browser: () => Browser) {
  const visitors: Visitor[] = []
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) {
      expect(visitor.complaints).toEqual([])
      await visitor.leave()
    }
  })

  /** Somebody who is logged in opens a page; `expected` names complaints that belong to the journey. */
  async function comes(email: string, path: string, expected: RegExp[] = []): Promise<Page> {
    const visitor = await newVisitor(browser(), screen, expected)
    visitors.push(visitor)
    await logInBrowser(visitor.context, app().url, email)
    await visitor.page.goto(app().url + path)
    // A dialog that the server sent moves when the page wakes, and a click before that may fall beside it.
    if (await visitor.page.locator('dialog[open]').count())
      await visitor.page.locator('dialog:modal').waitFor()
    return visitor.page
  }

  async function adminComes(path: string, expected: RegExp[] = [], name = 'Ngozi'): Promise<Page> {
    const { email } = await insertAccount(app().db, 'admin', { name })
    return comes(email, path, expected)
  }

  /** Accessible in light and in dark, and nothing sticks out on the narrowest screen. */
  async function holdsUp(page: Page): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.setViewportSize(screen.viewport)
  }

  /** A picture to look at, where a folder for them is named. */
  async function snap(page: Page, name: string): Promise<void> {
    const folder = process.env.SHOTS
    if (!folder) return
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: `${folder}/${name}-${screen.viewport.width}-${colorScheme}.png`,
        fullPage: true,
      })
    }
  }

  return { comes, adminComes, holdsUp, snap }
}
