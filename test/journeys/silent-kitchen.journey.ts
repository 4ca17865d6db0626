import { eq, like, sql } from 'drizzle-orm'
import type { CDPSession } from 'playwright-core'
import { describe, expect } from 'vitest'
import { kitchen_screens, vendors } from '../../domain/catalog/tables.ts'
import { pauseUnreachedKitchens } from '../../domain/notifications/reach/pause-unreached-kitchens.ts'
import { messages, notifications, push_subscriptions } from '../../domain/notifications/tables.ts'
import { settings } from '../../domain/settings/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { every_screen, newVisitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { deliveryTo, giveSubscription } from '../push-browser.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { freshPhone, heard, textTo } from '../unreached-kitchen.ts'
import { complete_profile, insertVendor } from '../world.ts'

const { app, browser } = await openJourney({ notifications: true })
const db = app.db

/** Some time passes: what was seen, sent and shown until now is so much older. */
async function passes(minutes: number): Promise<void> {
  const earlier = (column: unknown) => sql`${column} - make_interval(mins => ${minutes})`
  await db.update(kitchen_screens).set({ screen_seen_at: earlier(kitchen_screens.screen_seen_at) })
  await db.update(push_subscriptions).set({
    created_at: earlier(push_subscriptions.created_at),
    shown_at: earlier(push_subscriptions.shown_at),
  })
  await db.update(messages).set({ sent_at: earlier(messages.sent_at) })
  await db.update(notifications).set({ created_at: earlier(notifications.created_at) })
  await db.update(settings).set({ updated_at: earlier(settings.updated_at) })
  await heard(db, new Date(0), new Date())
}

describe.each(every_screen)('on a screen of $name', (screen) => {
  const walk = everyOther(screen, every_screen)

  walk(
    'screen, device and text messages fall silent: its device is asked, and while it shows it, it is open',
    async () => {
      const phone = freshPhone()
      const email = `${crypto.randomUUID()}@example.com`
      const name = `Silent ${screen.name}`
      const kitchen = await insertVendor(db, { ...complete_profile, email, phone, name })
      const owner = await insertAccount(db, 'vendor', { user_id: kitchen.user_id, email })
      const { context, page, complaints, leave } = await newVisitor(browser, screen)
      await context.grantPermissions(['notifications'], { origin: app.url })
      await logInBrowser(context, app.url, owner.email)
      const device = await giveSubscription(page, app.sandbox)
      await page.goto(`${app.url}/vendor-dashboard`)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.getByRole('switch', { name: 'Ring me also when this page is closed', exact: true }).click()
      await page.getByText('On for this device until you log out.', { exact: true }).waitFor()
      const cdp: CDPSession = await context.newCDPSession(page)
      const deliver = await deliveryTo(cdp, app.url, '/back-office')
      await page.goto('about:blank')

      // Nothing of it is open any more, and its text messages do not arrive.
      await textTo(db, { phone, outcome: 'Undelivered', at: new Date() })
      const vendor = async () => (await db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id)))[0]
      const look = () => pauseUnreachedKitchens(actingOn(app))
      const questions = async () =>
        (await device.received()).filter(({ title }) => title === 'ChowGate: Are you still there?')
      const asked = async (times: number) => {
        await expect.poll(async () => (await questions()).length).toBe(times)
        const sent = like(messages.dedupe_key, 'still_there_push:%')
        await expect
          .poll(async () => (await db.select().from(messages).where(sent)).every(({ status }) => status !== 'Queued'))
          .toBe(true)
      }
      await passes(120)
      await look()
      await asked(1)
      const [question] = await questions()
      if (!question) throw new Error('nothing was asked')
      await deliver(question)
      const shown = async () =>
        (await db.select().from(push_subscriptions).where(eq(push_subscriptions.user_id, owner.user_id)))[0]?.shown_at
      await expect.poll(shown).toBeInstanceOf(Date)
      for (const _ of [1, 2]) {
        await passes(20)
        await look()
        expect((await vendor())?.paused_until).toBe(null)
      }
      // It is asked again, and this time the device is off.
      await asked(2)
      await passes(40)
      await look()
      await expect.poll(async () => (await vendor())?.paused_for_silence).toBe(true)

      await page.goto(`${app.url}/vendor-dashboard`)
      const notices = page.getByRole('list', { name: 'What keeps customers from ordering' })
      await notices.getByText('because neither its screen nor its phone could be reached').waitFor()
      await snap(page, 'board-silent')
      await holdsUp(page)
      await notices.getByRole('link', { name: 'Take orders again' }).click()
      await page.getByRole('button', { name: 'Take orders again' }).click()
      await notices.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await leave()
    },
  )
})
