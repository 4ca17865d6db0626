import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { audit_log } from '../../domain/audit/tables.ts'
import { assignDelivery } from '../../domain/delivery/offers/assign-delivery.ts'
import { recordSteps } from '../../domain/delivery/steps/record-steps.ts'
import { riders } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptedOrder, actingOn } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { assignedOrder, deliveryOf } from '../assigned-order.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'
import { signedStep } from '../signed-step.ts'
import { keysOf } from '../tracked-order.ts'

/** What others do appears within seconds, on a busy machine a little later. */

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  test('a person gives an order to a rider, takes it back, and marks what the rider cannot', async () => {
    await app.db.update(riders).set({ on_duty_since: null, status: 'Inactive' })
    const { user_id } = await insertRider(app.db, { name: 'Bola Ojo', on_duty_since: null })
    const page = await adminComes('/admin/dispatch', [/422/])
    await page.getByText('Nobody is on duty. Active riders').waitFor()
    const { order_id, ready } = await acceptedOrder(app)
    const card = page.getByRole('listitem').filter({ hasText: `Order ${order_id}` })
    await card.getByText('Nobody is on duty.').waitFor()
    await holdsUp(page)
    await snap(page, 'dispatch-waiting')

    const give = async () => {
      await card.getByText('Give to a rider…').click()
      await card.getByLabel('Rider', { exact: true }).selectOption(user_id)
      await card.getByRole('button', { name: 'Give it to this rider' }).click()
      await page.getByText('The rider has it, and sees it now.').waitFor()
      await card.getByText('Bola Ojo', { exact: true }).waitFor()
    }
    await give()
    expect(await deliveryOf(app, order_id)).toMatchObject({ status: 'Assigned', rider_id: user_id })
    await holdsUp(page)
    await snap(page, 'dispatch-assigned')

    await card.getByText('Take back…').click()
    await card.getByLabel('Why?').fill('x')
    await card.getByRole('button', { name: 'Take it back' }).click()
    await card.getByText('Please say why, in 3 to 200 characters.').waitFor()
    expect(await card.getByLabel('Why?').inputValue()).toBe('x')
    await card.getByLabel('Why?').fill('His tyre is flat')
    await card.getByRole('button', { name: 'Take it back' }).click()
    await page.getByText('Taken back: it waits for another rider.').waitFor()
    await card.getByText('Give to a rider…').waitFor()
    await give()

    await ready()
    await card.getByText('Picked up…').click()
    await card.getByLabel('How do you know?').last().fill('Bola called')
    await card.getByRole('button', { name: 'Mark it' }).last().click()
    await page.getByText('Marked as picked up.').waitFor()
    await card.getByText('Delivered…').click()
    await card.getByRole('textbox', { name: 'How do you know?' }).fill('The customer called')
    await card.getByRole('button', { name: 'Mark it' }).click()
    await page.getByText('Marked as delivered.').waitFor()
    await page.getByText('No rider carries anything at the moment.').waitFor()
    expect(await deliveryOf(app, order_id)).toMatchObject({ status: 'Delivered', rider_id: user_id })
    const { id } = await deliveryOf(app, order_id)
    const written = await app.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `delivery:${id}`))
    expect(written.map(({ action }) => action).toSorted()).toEqual([
      'delivery_assigned',
      'delivery_assigned',
      'delivery_picked_up',
      'delivery_unassigned',
    ])
  })

  test('what a phone tells late of an order that another has by now stands on its card', async () => {
    await app.db.update(riders).set({ on_duty_since: null })
    const admin = await insertAccount(app.db, 'admin')
    const musa = await insertRider(app.db, { name: 'Musa Bello', on_duty_since: null })
    const bola = await insertRider(app.db, { name: 'Bola Ojo', on_duty_since: null })
    const order_id = await assignedOrder(app, { admin, rider: musa }, { landmark: 'FUTA North Gate' })
    const { id: delivery_id, step_key, status } = await deliveryOf(app, order_id)
    expect(status).toBe('Assigned')
    const page = await adminComes('/admin/dispatch')
    const card = page.getByRole('listitem').filter({ hasText: `Order ${order_id}` })
    await card.getByText('Take back…').click()
    await card.getByLabel('Why?').fill('Musa does not answer')
    // Somebody else gives it to Bola: what was begun about Musa is gone.
    await assignDelivery(actingOn(app), admin, { delivery_id, rider_id: bola.user_id })
    await card.getByText('Bola Ojo', { exact: true }).waitFor()
    await expect.poll(() => card.getByLabel('Why?').filter({ visible: true }).count()).toBe(0)

    const { pin } = await keysOf(app, order_id)
    const happened_at = new Date().toISOString()
    const handed = signedStep(step_key ?? '', { delivery_id, verb: 'hand_over', happened_at, pin })
    const told = await recordSteps(actingOn(app), musa, { sent_at: happened_at, steps: [handed] })
    expect(told).toMatchObject([{ outcome: 'told_late' }])
    await page.reload()
    await card.getByText(/^Musa Bello handed it over with the PIN at .+ Please call the customer\./).waitFor()
    await page.getByText(/^Order \d+ at .+ by Musa Bello, ₦[\d,]+\. Given up or taken away, but handed over/).waitFor()
    await holdsUp(page)
    await snap(page, 'dispatch-told-late')
  })

  test('an offer shows its time, and an admin gives more of it', async () => {
    await app.db.update(riders).set({ on_duty_since: null, status: 'Inactive' })
    const page = await adminComes('/admin/dispatch')
    const { order_id, ready } = await acceptedOrder(app)
    await ready()
    const card = page.getByRole('listitem').filter({ hasText: `Order ${order_id}` })
    await card.getByText('Nobody is on duty.').waitFor()
    await insertRider(app.db, {
      name: 'Musa Bello',
      on_duty_since: new Date(),
      latitude: 7.3,
      longitude: 5.14,
      located_at: new Date(),
    })
    await card.getByText('Musa Bello is deciding.').waitFor({ timeout: 40_000 })
    await card.getByText(/^\d+ s left$/).waitFor()
    await card.getByRole('button', { name: 'Give 2 minutes' }).click()
    await page.getByText('The rider has two minutes from now.').waitFor()
    await card.getByText(/^1[01]\d s left$|^120 s left$/).waitFor()
    await holdsUp(page)
    await snap(page, 'dispatch-offer')
    await app.db.update(riders).set({ on_duty_since: null })
    await card.getByRole('button', { name: 'Withdraw the offer' }).click()
    await page.getByText('The offer is withdrawn, and another rider is asked.').waitFor()
    expect(await deliveryOf(app, order_id)).toMatchObject({ status: 'Waiting', offer_id: null })
  })
})
