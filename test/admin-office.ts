import type { Browser, Page } from 'playwright-core'
import type { Screen } from './browser.ts'
import { holdsUp, snap } from './screen-checks.ts'
import { insertAccount, logInBrowser } from './sign-in.ts'
import type { TestApp } from './start-app.ts'
import { visitorsOn } from './visitors.ts'

/** People at their desks in a journey through the back office, and the checks that every screen must pass. */
export function officeOn(screen: Screen, app: TestApp, browser: Browser) {
  const visits = visitorsOn(screen, browser)

  /** Somebody who is logged in opens a page; `expected` names complaints that belong to the journey. */
  async function comes(email: string, path: string, expected: RegExp[] = []): Promise<Page> {
    const visitor = await visits(expected)
    await logInBrowser(visitor.context, app.url, email)
    await visitor.page.goto(app.url + path)
    return visitor.page
  }

  async function adminComes(path: string, expected: RegExp[] = [], name = 'Ngozi'): Promise<Page> {
    const { email } = await insertAccount(app.db, 'admin', { name })
    return comes(email, path, expected)
  }

  return { comes, adminComes, holdsUp, snap }
}
