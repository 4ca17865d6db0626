import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isAwake, newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { keysOf } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

const newLink = async () => {
  const kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', email: `${crypto.randomUUID()}@example.com` })
  return (await keysOf(app, await paidOrderFor(app, kitchen))).track_token
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)

  walk('what could not be loaded is told apart from a link that is none', async () => {
    const visitor = await newVisitor(browser, screen, [/ERR_FAILED|404/])
    const { page } = visitor
    const track_token = await newLink()
    await page.goto(`${app.url}/track/${track_token}`)
    await isAwake(page)
    await page.getByRole('link', { name: 'Your orders', exact: true }).first().click()
    await page.getByRole('link', { name: 'Iya Bose Buka' }).waitFor()
    const lost = /\/track\/[^/]+\.data|\/health$/
    await page.route(lost, (route) => route.abort())
    await page.getByRole('link', { name: 'Iya Bose Buka' }).click()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.getByText('Your order goes on. This page comes back by itself.').waitFor()
    await page.getByRole('link', { name: 'Your orders on this phone' }).waitFor()
    await holdsUp(page)
    await snap(page, 'track-lost')
    await page.unroute(lost)
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await page.goto(`${app.url}/track/AAAAAAAAAAAAAAAA`)
    await page.getByRole('heading', { name: 'We do not know this link' }).waitFor()
    await holdsUp(page)
    await snap(page, 'track-unknown')
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

test('what failed on our side is not told as an unknown link', async () => {
  const track_token = await newLink()
  await app.db.execute(sql`alter table order_keys rename to order_keys_away`)
  try {
    const answer = await fetch(`${app.url}/track/${track_token}`)
    expect(answer.status).toBe(500)
    const html = await answer.text()
    expect(html).toContain('Something went wrong on our side')
    expect(html).toContain('Your order goes on. Please try again in a moment.')
    expect(html).not.toContain('We do not know this link')
  } finally {
    await app.db.execute(sql`alter table order_keys_away rename to order_keys`)
  }
})
