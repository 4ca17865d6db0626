import sharp from 'sharp'
import { afterEach, expect } from 'vitest'
import { vendors } from '../../domain/catalog/tables.ts'
import { newVisitor, type Screen, type Visitor } from '../browser.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { insertVendor } from '../world.ts'
import { owner } from './owner.ts'

/** The app, a browser and a photo for a file of journeys through a vendor's back office. */
export async function vendorOffice() {
  const { app, browser } = await openJourney()
  const photo = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#b5651d' } })
    .jpeg()
    .toBuffer()
  return {
    app,
    browser,
    picture: () => ({ name: 'plate.jpg', mimeType: 'image/jpeg', buffer: photo }),
    /**
     * Somebody who comes in on a screen of this size; the browser must have nothing to complain of but what is
     * `expected`.
     */
    on(screen: Screen) {
      let visitor: Visitor
      afterEach(async () => {
        expect(visitor.complaints).toEqual([])
        await visitor.leave()
      })
      const come = async (expected: RegExp[] = []) => {
        visitor = await newVisitor(browser, screen, expected)
        await visitor.context.grantPermissions(['geolocation'])
        await visitor.context.setGeolocation({ latitude: 7.3041, longitude: 5.1392 })
        return { visitor, page: visitor.page, bose: owner(visitor.page, app.url) }
      }
      /** Somebody who signed up and has not registered a business yet. */
      const newOwner = async (expected: RegExp[] = []) => {
        const { email, user_id } = await insertAccount(app.db, 'vendor')
        await app.db.insert(vendors).values({ user_id, email }).onConflictDoNothing()
        const came = await come(expected)
        await logInBrowser(came.visitor.context, app.url, email)
        return { ...came, user_id, email }
      }
      /** The owner of a kitchen with two dishes, open at all hours unless `vendor` says otherwise. */
      const cook = async (expected: RegExp[] = [], vendor: Partial<typeof vendors.$inferInsert> = {}) => {
        const kitchen = await insertVendor(app.db, vendor)
        const { email } = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
        const came = await come(expected)
        await logInBrowser(came.visitor.context, app.url, email)
        return { ...came, kitchen, email }
      }
      return { come, newOwner, cook }
    },
  }
}
