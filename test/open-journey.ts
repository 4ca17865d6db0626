import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { startTestApp } from './start-app.ts'

const quick = sharedBrowser(() => launchBrowser())
const with_notifications = sharedBrowser(() => launchBrowser({ notifications: true }))

/**
 * The whole app on a database of its own, stopped after the file's last walk, and a browser. The browser serves all
 * files of one worker: each visitor has a context of their own in it, and what a file leaves open is closed with it.
 */
export async function openJourney(
  { notifications = false } = {},
  start: () => ReturnType<typeof startTestApp> = startTestApp,
) {
  const browser = await (notifications ? with_notifications() : quick())
  const app = await start()
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    await app.stop()
  })
  return { app, browser }
}

/** It ends with the process. One that crashed is launched again. */
function sharedBrowser(launch: () => Promise<Browser>): () => Promise<Browser> {
  let launched: Promise<Browser> | undefined
  return async () => {
    const browser = await launched?.catch(() => undefined)
    if (browser?.isConnected()) return browser
    launched = launch()
    return launched
  }
}
