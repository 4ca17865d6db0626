import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { checkouts } from '../../domain/checkout/tables.ts'
import { places, ways } from '../../domain/places/tables.ts'
import { isAwake, newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
let visitor: Visitor
let ada: ReturnType<typeof customer>

afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

const atlantic = { latitude: 0, longitude: -10 }
const [closed, bridge] = [eq(places.name, 'FUTA East Gate'), eq(ways.walk_minutes, 12)]

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const come = async (expected: RegExp[] = []) => {
    visitor = await newVisitor(browser, screen, expected)
    ada = customer(visitor.page, app.url)
  }
  const page = () => visitor.page
  const address = () => page().getByLabel('Address')
  const atCheckout = async (...kitchens: Awaited<ReturnType<typeof insertVendor>>[]) => {
    for (const kitchen of kitchens) {
      await ada.opensRestaurant(kitchen)
      await ada.adds('Zobo')
    }
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await address().fill('')
    await page().getByRole('button', { name: 'Show it on a map' }).waitFor()
  }
  const lastAddress = async () => {
    const link = await ada.reachesSummary()
    const [row] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, link))
    return row
  }

  walk('two letters bring up the places, which the keys choose, and the room stands behind it', async () => {
    await come()
    await atCheckout(await insertVendor(app.db))
    await address().pressSequentially('Room 12, ja')
    const found = page().getByRole('option', { name: 'Jadesola Hall' })
    await found.waitFor()
    await page().getByText('1 place. Use the arrow keys.').waitFor()
    await snap(page(), 'where-list')
    await holdsUp(page())
    await address().press('ArrowDown')
    await expect.poll(() => address().getAttribute('aria-activedescendant')).toBe('place-list-0')
    await address().press('Enter')
    expect(await address().inputValue()).toBe('Jadesola Hall, Room 12')
    await expect.poll(() => found.count()).toBe(0)
    // A list that nobody wants goes away, and what is typed stays.
    await address().fill('gate')
    const listed = page().getByRole('listbox', { name: 'Places on campus' }).getByRole('option')
    await listed.first().waitFor()
    await address().press('Escape')
    await expect.poll(() => listed.count()).toBe(0)
    expect(await address().inputValue()).toBe('gate')
    // By touch it is one tap.
    await address().fill('aluta')
    await page().getByRole('option', { name: 'Aluta Market' }).click()
    expect(await address().inputValue()).toBe('Aluta Market')
    await address().pressSequentially(', stall 7')
    await ada.proceeds()
    expect(await lastAddress()).toMatchObject({ address: 'Aluta Market, stall 7' })
  })

  test('a pin on the map says where the rider comes to, and the next order is offered the same place', async () => {
    await come()
    const kitchen = await insertVendor(app.db)
    await atCheckout(kitchen)
    await page().getByRole('button', { name: 'Show it on a map' }).click()
    const map = page().locator('svg', { has: page().locator('title', { hasText: 'Map of the campus' }) })
    await map.waitFor()
    await address().fill('Room 12')
    const market = map.locator('text', { hasText: 'Aluta Market' })
    await market.waitFor()
    await map.scrollIntoViewIfNeeded()
    const box = await map.locator('circle').nth(4).boundingBox()
    if (!box) throw new Error('the market is not on the map')
    await page().mouse.click(box.x + box.width / 2 + 4, box.y + box.height / 2)
    await page()
      .getByText(/The pin is about \d+ m from Aluta Market/)
      .waitFor()
    expect(await address().inputValue()).toBe('Aluta Market, Room 12')
    await snap(page(), 'where-map')
    await holdsUp(page())
    await page().getByRole('button', { name: 'Look closer' }).click()
    await page().getByRole('button', { name: 'Move the pin with the arrow keys' }).press('ArrowUp')
    await snap(page(), 'where-map-closer')
    // A reload loses neither.
    await page().reload()
    await isAwake(page())
    await expect.poll(() => address().inputValue()).toBe('Aluta Market, Room 12')
    await page().getByRole('button', { name: 'Show it on a map' }).waitFor()
    await ada.proceeds()
    const row = await lastAddress()
    expect(row).toMatchObject({ address: 'Aluta Market, Room 12', latitude: expect.closeTo(7.299, 2) })
    expect(row?.latitude).not.toBe(7.299)

    await page().goto(`${app.url}/checkout`)
    await isAwake(page())
    const last_time = page().getByRole('button', { name: 'Last time: Aluta Market' })
    await address().fill('Room 3')
    await last_time.click()
    expect(await address().inputValue()).toBe('Aluta Market, Room 3')
  })

  walk('without a map the address is typed, and the order succeeds', async () => {
    await come([/ERR_FAILED/])
    await page().route('**/places/map', (route) => route.abort())
    await atCheckout(await insertVendor(app.db))
    await page().getByRole('button', { name: 'Show it on a map' }).click()
    await page().getByText('The map could not be loaded.').waitFor()
    await address().fill('Room 12, Jadesola Hall')
    await ada.proceeds()
    await ada.reachesSummary()
  })

  walk('nor does it need any help that comes later than the page', async () => {
    await come([/ERR_FAILED/])
    await page().route('**/assets/place-help-*.js', (route) => route.abort())
    const kitchen = await insertVendor(app.db)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    expect(await page().locator('#places option').count()).toBeGreaterThan(4)
    await page().getByRole('button', { name: 'FUTA South Gate' }).click()
    await ada.proceeds()
    await ada.reachesSummary()
  })

  walk('five places that no fee can be computed for: a kind word beside the field, an offer of one tap', async () => {
    await come([/422/])
    await visitor.context.grantPermissions(['geolocation'])
    await visitor.context.setGeolocation(atlantic)
    await app.db.insert(places).values({ name: 'Fork Junction', kind: 'junction', latitude: 7.3, longitude: 5.147 })
    const kitchen = await insertVendor(app.db, { landmark: 'FUTA North Gate' })
    await atCheckout(kitchen)
    const refusedAt = async (typed: string, said: RegExp | string) => {
      await address().fill(typed)
      await ada.proceeds()
      await page().getByText(said).waitFor()
      expect(await address().inputValue()).toBe(typed)
      expect(await address().getAttribute('aria-invalid')).toBe('true')
    }
    // Another city; a boat in the Atlantic; a junction, where nobody can be met.
    await refusedAt('Admiralty Way, Lekki', 'We do not know this address. Please name a hall')
    await refusedAt('the boat', 'We do not know this address. Please name a hall')
    await refusedAt('Fork Junction', 'We do not know this address. Please name a hall')
    await page().getByRole('button', { name: 'Bring it to FUTA East Gate' }).waitFor()
    // A gate that is closed today; and the other side of a campus in two pieces.
    await app.db.update(places).set({ closed_at: new Date() }).where(closed)
    await refusedAt('Kiosk 3, FUTA East Gate', 'We do not deliver to FUTA East Gate at the moment.')
    await page().getByRole('button', { name: 'Bring it to Aluta Market' }).waitFor()
    await app.db.update(ways).set({ retired_at: new Date() }).where(bridge)
    await refusedAt('Stall 7, Aluta Market', `${kitchen.name} does not deliver to Aluta Market now.`)
    await snap(page(), 'where-two-pieces')
    await page().getByRole('button', { name: 'Bring it to FUTA North Gate' }).click()
    expect(await lastAddress()).toMatchObject({ address: 'FUTA North Gate, Stall 7' })
    await app.db.update(ways).set({ retired_at: null }).where(bridge)
    await app.db.update(places).set({ closed_at: null }).where(closed)
    await app.db.delete(places).where(eq(places.name, 'Fork Junction'))
  })

  walk('a place or a way closes between quote and payment: the nearest meeting point is one tap away', async () => {
    await come()
    await atCheckout(await insertVendor(app.db, { landmark: 'FUTA North Gate' }))
    await address().fill('Kiosk 3, FUTA East Gate')
    await ada.proceeds()
    await ada.reachesSummary()
    await app.db.update(places).set({ closed_at: new Date() }).where(closed)
    await page().reload()
    await page().getByText('We do not deliver to FUTA East Gate at the moment.').waitFor()
    await snap(page(), 'where-closed')
    await holdsUp(page())
    await page().getByRole('button', { name: 'Bring it to Aluta Market' }).click()
    await page().getByText('Aluta Market, Kiosk 3, FUTA East Gate').waitFor()
    await app.db.update(places).set({ closed_at: null }).where(closed)
    await app.db.update(ways).set({ retired_at: new Date() }).where(bridge)
    await ada.pressesPay()
    await page().getByText('does not deliver to Aluta Market now.').waitFor()
    await snap(page(), 'where-out-of-reach')
    await page().getByRole('button', { name: 'Bring it to FUTA North Gate' }).click()
    await page().getByText('FUTA North Gate, Aluta Market, Kiosk 3').waitFor()
    await app.db.update(ways).set({ retired_at: null }).where(bridge)
    await ada.opensWindow()
  })

  walk('what only the map service knows is shown on the map, and one tap confirms it', async () => {
    await come([/422/])
    await atCheckout(await insertVendor(app.db, { landmark: 'Aluta Market' }))
    await address().fill('Obakekere Lodge')
    await ada.proceeds()
    await page().getByText('We do not know this address. Is it here?').waitFor()
    await page()
      .getByText(/The pin is about \d+ m from FUTA South Gate. The rider comes to it./)
      .waitFor()
    await snap(page(), 'where-is-it-here')
    await holdsUp(page())
    await page().getByRole('button', { name: 'Bring it to FUTA South Gate' }).click()
    expect(await lastAddress()).toMatchObject({ address: 'FUTA South Gate, Obakekere Lodge', latitude: 7.2899 })
  })

  walk('a cart that changed meanwhile does not lose the place that was taken', async () => {
    await come([/422/, /409/])
    const kitchen = await insertVendor(app.db)
    await atCheckout(kitchen)
    await address().fill('Admiralty Way, Lekki')
    await ada.proceeds()
    const offer = page().getByRole('button', { name: 'Bring it to FUTA North Gate' })
    await offer.waitFor()
    await app.db.execute(`update food set price = price + 100 where vendor_id = '${kitchen.user_id}'`)
    await offer.click()
    await page().getByText('Your cart changed since you filled it').waitFor()
    expect(await address().inputValue()).toBe('FUTA North Gate, Admiralty Way, Lekki')
    await page()
      .getByRole('button', { name: /^Continue with/ })
      .click()
    expect(await lastAddress()).toMatchObject({ address: 'FUTA North Gate, Admiralty Way, Lekki' })
  })

  walk('the list and a menu say who does not deliver where this phone is', async () => {
    await come()
    await app.db.update(ways).set({ retired_at: new Date() }).where(bridge)
    const [near, far] = [
      await insertVendor(app.db, { name: `Near ${screen.name}`, landmark: 'FUTA North Gate' }),
      await insertVendor(app.db, { name: `Far ${screen.name}`, landmark: 'Aluta Market' }),
    ]
    await page().goto(`${app.url}/restaurants?q=${encodeURIComponent(screen.name)}`)
    const choice = page().getByLabel('Deliver to:')
    await page().getByText('Choose your place to see who delivers there.').waitFor()
    const card = page().getByRole('link', { name: far.name ?? '' })
    const before = await card.boundingBox()
    await choice.focus()
    await choice.selectOption({ label: 'Jadesola Hall' })
    const note = 'Does not deliver to Jadesola Hall; collect at the restaurant, or have it brought to FUTA Main Gate.'
    await card.getByText(note).waitFor()
    await page().getByText('1 of these does not deliver to Jadesola Hall.').waitFor()
    expect(await card.boundingBox()).toEqual(before)
    expect(
      await page()
        .getByRole('link', { name: near.name ?? '' })
        .getByText(/Does not deliver/)
        .count(),
    ).toBe(0)
    await snap(page(), 'where-list-of-restaurants')
    await holdsUp(page())
    // The menu says the same, without being asked again.
    await card.click()
    await page().getByText(note).waitFor()
    expect(await page().getByLabel('Deliver to:').locator('option:checked').textContent()).toBe('Jadesola Hall')
    await snap(page(), 'where-menu')
    await holdsUp(page())
    await page().getByLabel('Deliver to:').selectOption({ label: 'Aluta Market' })
    await page().getByText(`${far.name} delivers to Aluta Market.`).waitFor()
    await page().getByLabel('Deliver to:').selectOption('')
    await page().getByText(`Choose your place to see whether ${far.name} delivers there.`).waitFor()
    await app.db.update(ways).set({ retired_at: null }).where(bridge)
  })

  walk('a place that closes, or is no more, is said at the list', async () => {
    await come([/404/])
    const here = eq(places.name, 'Aluta Market')
    await insertVendor(app.db)
    await page().goto(`${app.url}/restaurants`)
    await page().getByLabel('Deliver to:').selectOption({ label: 'Aluta Market' })
    await page()
      .getByText(/deliver to Aluta Market\./)
      .first()
      .waitFor()
    await app.db.update(places).set({ closed_at: new Date() }).where(here)
    await page().reload()
    await page().getByText('We do not deliver to Aluta Market at the moment.').waitFor()
    await app.db.update(places).set({ closed_at: null, retired_at: new Date() }).where(here)
    await page().reload()
    await page().getByText('Your place is not on the campus any more. Please choose another.').waitFor()
    await app.db.update(places).set({ retired_at: null }).where(here)
  })
})
