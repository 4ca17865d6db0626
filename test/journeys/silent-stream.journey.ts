import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { actingOn } from '../accepted-order.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { watchStreams } from '../stream-of-page.ts'
import { keysOf } from '../tracked-order.ts'
import { complete_profile, insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
const [screen] = screens

let visitor: Visitor
afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

/** A page of a customer or of a kitchen that shows an order, and what changes it and how that shows. */
const pages = {
  'the page on which a customer follows an order': async (page: Page) => {
    const { kitchen, owner } = await newKitchen()
    const order_id = await paidOrderFor(app, kitchen)
    const { track_token } = await keysOf(app, order_id)
    await page.goto(`${app.url}/track/${track_token}`)
    return {
      happens: () => acceptOrder(actingOn(app), owner, { order_id, minutes: 15 }),
      shown: page.getByRole('heading', { name: 'The restaurant is cooking', level: 2 }),
    }
  },
  "a kitchen's orders": async (page: Page) => {
    const { kitchen, owner } = await newKitchen()
    await logInBrowser(visitor.context, app.url, owner.email)
    await page.goto(`${app.url}/vendor-order`)
    return { happens: () => paidOrderFor(app, kitchen), shown: page.getByRole('row').getByText('Jollof Rice x 1') }
  },
}

async function newKitchen() {
  const kitchen = await insertVendor(app.db, { ...complete_profile, email: `${crypto.randomUUID()}@example.com` })
  return { kitchen, owner: await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id }) }
}

describe.each(Object.entries(pages))('%s', (_, opens) => {
  const comes = async (how = { beats: true }) => {
    visitor = await newVisitor(browser, screen)
    const { page, context } = visitor
    const streams = await watchStreams(context, how)
    await page.clock.install()
    const { happens, shown } = await opens(page)
    await expect.poll(() => streams.isOpen(page)).toBe(true)
    if (how.beats) await expect.poll(() => streams.beats(page)).toBeGreaterThan(0)
    return { page, streams, happens, shown }
  }

  test('a stream through which nothing comes any more is opened anew', async () => {
    const { page, streams, happens, shown } = await comes()
    await streams.fallsSilent(page)
    await happens()
    expect(await streams.opened(page)).toBe(1)
    await page.clock.fastForward('01:06')
    await shown.waitFor()
    await page.clock.fastForward('00:15')
    await expect.poll(() => streams.opened(page)).toBe(2)
    await expect.poll(() => streams.isOpen(page)).toBe(true)
  })

  test('after sleep it is so at once', async () => {
    const { page, streams, happens, shown } = await comes()
    await streams.fallsSilent(page)
    await happens()
    await page.clock.setSystemTime(Date.now() + 3_600_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await shown.waitFor()
    expect(await streams.opened(page)).toBe(2)
  })

  test('a server that tells of no beats is believed', async () => {
    const { page, streams, happens, shown } = await comes({ beats: false })
    for (let minutes = 0; minutes < 10; minutes += 2) await page.clock.fastForward('02:00')
    expect(await streams.opened(page)).toBe(1)
    await happens()
    await shown.waitFor()
    expect(await streams.opened(page)).toBe(1)
  })
})
