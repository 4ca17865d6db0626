import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test as onBoth } from 'vitest'
import { demo_places, demo_ways } from '../../demo/places.ts'
import { CAMPUS_PLAN } from '../../domain/places/campus-plan.ts'
import { CAMPUS_TILES } from '../../domain/places/campus-tiles.ts'
import { plantCampus } from '../../domain/places/plant-campus.ts'
import { savedSetting } from '../../domain/settings/read-setting.ts'
import { settings } from '../../domain/settings/tables.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount } from '../sign-in.ts'

const { app, browser } = await openJourney()
let admin: { email: string }

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
  await app.db.transaction((tx) => plantCampus(tx, { places: demo_places, ways: demo_ways }))
})
beforeEach(async () => {
  await app.db.delete(settings)
})

const laidPlan = async () => (await savedSetting(app.db, CAMPUS_PLAN)).value

const noise = { type: 'gaussian', mean: 240, sigma: 2 } as const
/** A plan as somebody scans it: larger than any form, with buildings. */
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .composite([{ input: { create: { width: width >> 1, height: height >> 2, channels: 3, background: 'tan' } } }])
    .png()
    .toBuffer()
const upload = (buffer: Buffer) => ({ name: 'plan.png', mimeType: 'image/png', buffer })

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes, snap, holdsUp } = officeOn(screen, app, browser)
  const adminAt = (path: string, expected: RegExp[] = []) => comes(admin.email, path, expected)

  onBoth('a plan is laid beneath, placed by figures, by keyboard and by hand, replaced and taken away', async () => {
    const page = await adminAt('/admin/campus', [/status of (409|422)/])
    await page.locator('.campus-map .leaflet-map-pane').waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Lay a plan beneath' }).click()
    await page.getByRole('button', { name: 'Lay it beneath' }).click()
    await page.getByText('Please choose a picture.').waitFor()
    await page.getByLabel('Picture').setInputFiles(upload(Buffer.from('%PDF-1.7')))
    await page.getByRole('button', { name: 'Lay it beneath' }).click()
    await page.getByText('This is no picture that can be opened.').waitFor()
    await page.getByLabel('Picture').setInputFiles(upload(await drawing(1200, 900)))
    await page.getByRole('button', { name: 'Lay it beneath' }).click()
    await page.getByText('The plan lies beneath. Now place it.').waitFor()
    await page.getByRole('button', { name: 'Save where it lies' }).waitFor()
    const beneath = page.locator('.campus-map img.campus-plan')
    await expect.poll(() => beneath.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
    expect(await page.locator('.campus-map path.campus-way').count()).toBeGreaterThan(30)
    await snap(page, 'campus-plan')
    await holdsUp(page)

    await page.getByLabel('Bottom right, latitude').fill('7.4')
    await page.getByRole('button', { name: 'Save where it lies' }).click()
    await page.getByText('The bottom right corner has to lie south of the top left one').first().waitFor()
    await page.getByLabel('Bottom right, latitude').fill('7.292')
    await page.getByRole('button', { name: 'Save where it lies' }).click()
    await page.getByText('Saved where the plan lies').waitFor()
    await page.getByRole('button', { name: 'Save where it lies' }).waitFor()
    expect(await laidPlan()).toMatchObject({ south_east: { latitude: 7.292 } })

    const north = await page.getByLabel('Top left, latitude').inputValue()
    await page.getByRole('button', { name: 'Move the plan with the arrow keys' }).focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => page.getByLabel('Top left, latitude').inputValue()).not.toBe(north)
    await page.locator('.campus-map').scrollIntoViewIfNeeded()
    const west = await page.getByLabel('Top left, longitude').inputValue()
    const corner = await page.locator('.campus-corner.north_west').boundingBox()
    await page.mouse.move((corner?.x ?? 0) + 22, (corner?.y ?? 0) + 22)
    await page.mouse.down()
    await page.mouse.move((corner?.x ?? 0) + 52, (corner?.y ?? 0) + 42, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => page.getByLabel('Top left, longitude').inputValue()).not.toBe(west)
    const by_hand = Number(await page.getByLabel('Top left, longitude').inputValue())
    await page.getByRole('button', { name: 'Save where it lies' }).click()
    await expect.poll(laidPlan).toMatchObject({ north_west: { longitude: by_hand } })
    await page.getByRole('button', { name: 'Save where it lies' }).waitFor()

    await page.getByLabel('Another picture').setInputFiles(upload(await drawing(1600, 1200)))
    await page.getByRole('button', { name: 'Replace the picture' }).click()
    await page.getByText('The plan lies beneath. Now place it.').waitFor()
    expect(await laidPlan()).toMatchObject({ width_px: 1600, north_west: { longitude: by_hand } })
    await expect.poll(() => beneath.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
    await page.getByText('Take it away…').click()
    await page.getByRole('button', { name: 'Take the plan away' }).click()
    await page.getByRole('button', { name: 'Lay it beneath' }).waitFor()
    await expect.poll(() => beneath.count()).toBe(0)
    expect(await laidPlan()).toEqual({ picture: null })
    await page.goto(`${app.url}/admin/audit`)
    await page.getByRole('link', { name: 'Plan beneath the campus' }).first().waitFor()
  })

  test('streets come from the server that an admin names, and without one nobody outside is asked', async () => {
    const page = await adminAt('/admin/campus')
    const asked: string[] = []
    const tile = await drawing(256, 256)
    await page.route('https://tiles.example.org/**', (route) => {
      asked.push(new URL(route.request().url()).pathname)
      return route.fulfill({ body: tile, contentType: 'image/png' })
    })
    await page.locator('.campus-map .leaflet-map-pane').waitFor({ state: 'attached' })
    expect(await page.locator('.leaflet-tile').count()).toBe(0)
    await page.goto(`${app.url}/admin/settings`)
    await isAwake(page)
    await page.getByRole('heading', { name: 'Streets beneath the campus' }).click()
    await page.getByLabel('Address of the tiles').fill('https://tiles.example.org/{z}/{x}/{y}.png')
    await page.getByLabel('Whose map it is').fill('© Somebody’s map')
    await page.getByRole('button', { name: 'Save tiles' }).click()
    await page.getByText('Tiles saved').waitFor()
    expect((await savedSetting(app.db, CAMPUS_TILES)).value.tile_attribution).toBe('© Somebody’s map')
    // A page of the office that was loaded before may not show them; the campus is loaded anew.
    await page.getByRole('link', { name: 'Campus The places that fees' }).click()
    await page.getByText('Streets: © Somebody’s map').waitFor()
    await page.locator('.leaflet-tile-loaded').first().waitFor()
    expect(asked[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/)
    await snap(page, 'campus-streets')
    const { headers } = await fetch(`${app.url}/restaurants`)
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data:;")
  })
})
