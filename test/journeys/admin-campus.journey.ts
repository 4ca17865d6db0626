import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test as onBoth } from 'vitest'
import { demo_places, demo_ways } from '../../demo/places.ts'
import { audit_log } from '../../domain/audit/tables.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { system_clock } from '../../domain/clock.ts'
import { riders } from '../../domain/delivery/tables.ts'
import { addPlace } from '../../domain/places/add-place.ts'
import { shortFile } from '../../domain/places/geojson.ts'
import { plantCampus } from '../../domain/places/plant-campus.ts'
import { places, ways } from '../../domain/places/tables.ts'
import { officeOn } from '../admin-office.ts'
import { screens } from '../browser.ts'
import { plantTestCampus } from '../campus.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let admin: { email: string }

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
  await insertVendor(app.db, { name: 'Iya Basira' })
})
beforeEach(async () => {
  await app.db.delete(ways)
  await app.db.delete(places)
  await plantTestCampus(app.db)
})

const placeNamed = async (name: string) => (await app.db.select().from(places).where(eq(places.name, name)))[0]
const late_place = { name: 'Great Hall', kind: 'building', latitude: 7.3033, longitude: 5.1358 } as const
const drawnMap = (page: Page) => page.locator('.campus-map .leaflet-map-pane')
const panel = (page: Page) => page.locator('#chosen')

/** Chooses a place or a way in its table. */
async function edit(page: Page, name: string) {
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()
  await panel(page)
    .getByRole('heading', { name: name.replace('the way ', '') })
    .waitFor()
}

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes, snap, holdsUp } = officeOn(screen, app, browser)
  const adminAt = (path: string, expected: RegExp[] = []) => comes(admin.email, path, expected)

  onBoth('a whole campus is drawn, with room for names, and holds up in the dark', async () => {
    await app.db.transaction((tx) => plantCampus(tx, { places: demo_places, ways: demo_ways }))
    const page = await adminAt('/admin/campus?at=23:00')
    await drawnMap(page).waitFor({ state: 'attached' })
    await page.locator('.campus-map [title="Abiola Hall"]').click()
    await panel(page).getByRole('heading', { name: 'Abiola Hall' }).waitFor()
    expect(await page.locator('.campus-map path.campus-way.ridable').count()).toBeGreaterThan(30)
    await snap(page, 'campus')
    await holdsUp(page)
  })

  test('a place is added by a tap, renamed, moved by keyboard and by hand; the log has it', async () => {
    const page = await adminAt('/admin/campus', [/status of (409|422)/])
    await drawnMap(page).waitFor({ state: 'attached' })
    const box = await page.locator('.campus-map').boundingBox()
    await page.locator('.campus-map').click({ position: { x: 40, y: (box?.height ?? 0) / 3 } })
    await panel(page).getByRole('heading', { name: 'A new place' }).waitFor()
    await page.getByLabel('Name').fill('futa north gate')
    await page.getByLabel('What it is').selectOption('Hostel')
    await page.getByRole('button', { name: 'Add this place' }).click()
    await page.getByText('A place of this name is there already.').waitFor()
    await snap(page, 'campus-new')
    await page.getByLabel('Name').fill('Abiola Hall')
    await page.getByRole('button', { name: 'Add this place' }).click()
    await page.getByText('Abiola Hall is on the campus').waitFor()
    expect(await placeNamed('Abiola Hall')).toMatchObject({ kind: 'hostel', verified: false })

    await edit(page, 'Abiola Hall')
    await page.getByLabel('Name').fill('Abiola House')
    const before = await page.getByLabel('Latitude').inputValue()
    await page.getByRole('button', { name: 'Move the pin with the arrow keys' }).focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => page.getByLabel('Latitude').inputValue()).not.toBe(before)
    await page.getByLabel('Somebody stood there').check()
    await page.getByRole('button', { name: 'Save Abiola Hall' }).click()
    await page.getByText('Place saved').waitFor()
    const by_keyboard = await placeNamed('Abiola House')
    expect(by_keyboard).toMatchObject({ verified: true })
    expect(by_keyboard?.latitude).toBeGreaterThan(Number(before))

    await panel(page).getByRole('heading', { name: 'Abiola House' }).waitFor()
    await page.locator('.campus-map').scrollIntoViewIfNeeded()
    const pin = await page.locator('.campus-dot.chosen').boundingBox()
    const [x, y] = [(pin?.x ?? 0) + 11, (pin?.y ?? 0) + 11]
    await page.mouse.move(x, y)
    await page.mouse.down()
    // News comes in meanwhile, and does not take the pin out of her hand.
    const other = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'bola@example.com' } as const
    const added = { name: late_place.name, kind: 'building', latitude: '7.3033', longitude: '5.1358', position: '30' }
    expect(await addPlace({ db: app.db, clock: system_clock }, other, added)).toMatchObject({ ok: true })
    await page.getByRole('link', { name: 'Edit Great Hall' }).waitFor()
    await page.mouse.move(x + 30, y + 30, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => page.getByLabel('Latitude').inputValue()).not.toBe(String(by_keyboard?.latitude))
    await snap(page, 'campus-chosen')
    await page.getByRole('button', { name: 'Save Abiola House' }).click()
    await expect.poll(async () => (await placeNamed('Abiola House'))?.latitude).not.toBe(by_keyboard?.latitude)
    const by_hand = await placeNamed('Abiola House')
    await page.getByText(`${by_hand?.latitude}, ${by_hand?.longitude}`).waitFor()

    await page.getByLabel('Latitude').fill('0')
    await page.getByLabel('Longitude').fill('-20')
    await page.getByRole('button', { name: 'Save Abiola House' }).click()
    await page.getByText('farther from the campus than the service radius').waitFor()
    // What is typed next stays, and moves the pin.
    await page.getByLabel('Latitude').fill('7.3')
    await page.getByLabel('Longitude').fill('5.14')
    await page.getByRole('button', { name: 'Save Abiola House' }).click()
    await expect.poll(() => placeNamed('Abiola House')).toMatchObject({ latitude: 7.3, longitude: 5.14 })

    await page.goto(`${app.url}/admin/audit`)
    await page.getByRole('link', { name: 'the place Abiola House' }).first().waitFor()
    await page.getByText('Name: from Abiola Hall to Abiola House').waitFor()
  })

  test('a place is chosen on the map, closed and reopened; one that a kitchen names is not retired', async () => {
    const page = await adminAt('/admin/campus', [/status of 409/])
    await page.locator('.campus-map [title="Jadesola Hall"]').click()
    await panel(page).getByRole('heading', { name: 'Jadesola Hall' }).waitFor()
    await page.getByRole('button', { name: 'Close it for now' }).click()
    await panel(page).getByText('Closed: nothing is brought here').waitFor()
    expect((await placeNamed('Jadesola Hall'))?.closed_at).toBeInstanceOf(Date)
    await page.getByRole('button', { name: 'Reopen it' }).click()
    await page.getByText('Open again').waitFor()
    await page.getByRole('button', { name: 'Close it for now' }).waitFor()
    await page.getByText('Retire it…').click()
    await page.getByRole('button', { name: 'Retire this place' }).click()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByText('Back on the campus').waitFor()
    expect((await placeNamed('Jadesola Hall'))?.retired_at).toBeNull()
    await app.db.update(riders).set({ landmark: null })
    await edit(page, 'FUTA North Gate')
    await page.getByText('Retire it…').click()
    await page.getByRole('button', { name: 'Retire this place' }).click()
    await page.getByText('1 vendor says to be near it').waitFor()
    expect((await placeNamed('FUTA North Gate'))?.retired_at).toBeNull()
  })

  test('a way gets hours, is refused with 900 minutes, and what it cuts off is told', async () => {
    const page = await adminAt('/admin/campus', [/status of 422/])
    await page.getByText('Every place can be reached from every kitchen, at 12:00.').waitFor()
    const way = 'the way FUTA North Gate – Jadesola Hall'
    await edit(page, way)
    await page.getByLabel('Minutes on foot').fill('900')
    await page.getByRole('button', { name: 'Save this way' }).click()
    await page.getByText('Between 1 and 120 minutes.').waitFor()
    await page.getByLabel('Minutes on foot').fill('14')
    await page.getByLabel('Minutes by bicycle').fill('')
    await page.getByLabel('Closed from').fill('22:00')
    await page.getByRole('button', { name: 'Save this way' }).click()
    await page.getByText('Please give both hours, or none.').waitFor()
    await page.getByLabel('until', { exact: true }).fill('05:00')
    await page.getByRole('button', { name: 'Save this way' }).click()
    await page.getByText('Way saved').waitFor()
    const mend = page.getByRole('region', { name: 'What to mend' })
    await mend.getByText('From no kitchen can anybody ride within 30 minutes to Jadesola Hall').waitFor()
    await mend.getByText('The campus falls into 2 parts').waitFor()
    expect(await mend.getByText('At 12:00').count()).toBe(0)
    await page.getByLabel('Ways as they are at').fill('23:30')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('closed at 23:30').first().waitFor()
    await expect.poll(() => page.locator('.campus-map path.campus-way.shut').count()).toBe(1)
    await snap(page, 'campus-night')
    await page.getByRole('button', { name: 'Close it for now' }).click()
    await page.getByText('Closed for now: nobody is sent along it.').waitFor()
    await mend.getByText('At 12:00').waitFor()
    await page.getByText('closed for now', { exact: true }).waitFor()
    await holdsUp(page)
    await snap(page, 'campus-way-closed')
    await page.getByRole('button', { name: 'Reopen it' }).click()
    await page.getByText('Way open again').waitFor()
    await expect.poll(() => mend.getByText('At 12:00').count()).toBe(0)
    await page.getByRole('button', { name: 'Retire this way' }).click()
    await page.getByText('Way retired').waitFor()
    await mend.getByText('At 12:00').waitFor()
    const retired = page.getByRole('region', { name: 'Retired ways' })
    await retired.getByRole('link', { name: 'Bring back FUTA North Gate – Jadesola Hall' }).click()
    await page.getByText('This way is retired: nobody is sent along it. It took 14 minutes on foot.').waitFor()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByText('Way back on the campus').waitFor()
    await page.getByRole('button', { name: 'Retire this way' }).click()
    await page.getByText('Way retired').waitFor()
    await page.getByRole('link', { name: 'Add a way' }).first().click()
    await page.getByLabel('Between').selectOption('Jadesola Hall')
    await page.getByLabel('And', { exact: true }).selectOption('Jadesola Hall')
    await page.getByLabel('Minutes on foot').fill('9')
    await page.getByRole('button', { name: 'Add this way' }).click()
    await page.getByText('A way leads to another place.').waitFor()
    await page.getByLabel('And', { exact: true }).selectOption('Aluta Market')
    await page.getByRole('button', { name: 'Add this way' }).click()
    await page.getByText('Way added').waitFor()
    await page.getByText('Every place can be reached from every kitchen, at 12:00.').waitFor()
    const hall = await placeNamed('Jadesola Hall')
    const far = await insertVendor(app.db, { latitude: hall?.latitude ?? 0, longitude: hall?.longitude ?? 0 })
    await edit(page, 'the way Aluta Market – Jadesola Hall')
    await page.getByLabel('Minutes on foot').fill('60')
    await page.getByRole('button', { name: 'Save this way' }).click()
    await page.getByText('Way saved').waitFor()
    await mend.getByText(`${far.name} does not reach within 30 minutes: FUTA North Gate (`).waitFor()
    await snap(page, 'campus-beyond')
    await app.db.update(vendors).set({ status: 'Inactive', landmark: null }).where(eq(vendors.user_id, far.user_id))
  })

  test('a file is looked at before it is saved, without its wrong feature, and comes back out', async () => {
    const page = await adminAt('/admin/campus', [/status of 422/])
    await page.getByText('As a file (GeoJSON)').click()
    const bring = async (text: string) => {
      const file = { name: 'campus.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(text) }
      await page.getByLabel('GeoJSON file').setInputFiles(file)
      await page.getByRole('button', { name: 'See what it brings' }).click()
    }
    await bring('name,kind')
    await page.getByText('This is no GeoJSON').waitFor()
    const point = (name: string, longitude: number, latitude: number) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name, kind: 'hostel' },
    })
    const line = {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [] },
      properties: { from: 'Adeniyi Hall', to: 'aluta market', walk_minutes: 6 },
    }
    const features = [point('Adeniyi Hall', 5.141, 7.3049), point('Atlantis', -30, 0), line]
    await bring(JSON.stringify({ type: 'FeatureCollection', features }))
    await page.getByText('Places: 1 new').waitFor()
    await page.getByText('Feature 2 (Atlantis): It is farther from the campus than the service radius.').waitFor()
    expect(await placeNamed('Adeniyi Hall')).toBeUndefined()
    await snap(page, 'campus-file')
    await page.getByRole('button', { name: 'Bring it onto the campus' }).click()
    await page.getByText('Imported: places 1 added, 0 changed; ways 1 added, 0 changed').waitFor()
    expect(await placeNamed('Adeniyi Hall')).toMatchObject({ kind: 'hostel' })
    expect(await placeNamed('Jadesola Hall')).toMatchObject({ retired_at: null })
    await page.getByRole('link', { name: 'Edit the way Aluta Market – Adeniyi Hall' }).waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the campus' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^campus-[\d-]+\.geojson$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(JSON.parse(text).features).toHaveLength(7 + 6)
    await bring(text)
    await page.getByText('The campus has all of this already.').waitFor()
  })

  test('without script places are saved, refused where they are wrong, and a file comes in', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: screen.viewport })
    await logInBrowser(context, app.url, admin.email)
    const page = await context.newPage()
    await page.goto(`${app.url}/admin/campus`)
    await edit(page, 'Aluta Market')
    await page.getByLabel('Latitude').fill('0')
    await page.getByRole('button', { name: 'Save Aluta Market' }).click()
    await page.getByText('farther from the campus than the service radius').waitFor()
    await page.getByLabel('Latitude').fill('7.2991')
    await page.getByRole('button', { name: 'Save Aluta Market' }).click()
    await page.getByText('Place saved').waitFor()
    expect(await placeNamed('Aluta Market')).toMatchObject({ latitude: 7.2991, landmark: true, verified: false })
    await page.getByText('As a file (GeoJSON)').click()
    const file = shortFile([late_place], [])
    const upload = { name: 'campus.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(file) }
    await page.getByLabel('GeoJSON file').setInputFiles(upload)
    await page.getByRole('button', { name: 'See what it brings' }).click()
    await page.getByText('Places: 1 new').waitFor()
    await page.getByRole('button', { name: 'Bring it onto the campus' }).click()
    await page.getByText('Imported: places 1 added').waitFor()
    expect(await placeNamed('Great Hall')).toMatchObject({ kind: 'building' })
    await context.close()
  })

  test('an empty campus says how to begin, and the dashboard leads there', async () => {
    await app.db.delete(ways)
    await app.db.delete(places)
    const page = await adminAt('/admin/dashboard')
    await page.getByRole('link', { name: /^Draw the campus/ }).click()
    await page.getByRole('heading', { name: 'This campus has no places yet' }).waitFor()
    await drawnMap(page).waitFor({ state: 'attached' })
    await snap(page, 'campus-empty')
    await holdsUp(page)
    await page.getByRole('link', { name: 'Add the first place' }).click()
    await page.getByLabel('Name').fill('Main Gate')
    await page.getByLabel('What it is').selectOption('Gate')
    await page.getByRole('button', { name: 'Add this place' }).click()
    await page.getByRole('link', { name: 'Edit Main Gate' }).waitFor()
    expect(await app.db.$count(audit_log, eq(audit_log.action, 'place_added'))).toBeGreaterThan(0)
  })
})
