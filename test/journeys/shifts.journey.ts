import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { campusDate } from '../../domain/clock.ts'
import { shift_places, shifts } from '../../domain/delivery/shifts/tables.ts'
import { daysAfter, mondayOf } from '../../domain/delivery/shifts/week.ts'
import { riders } from '../../domain/delivery/tables.ts'
import { officeOn } from '../admin-office.ts'
import { every_screen } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'

const { app, browser } = await openJourney()
afterEach(async () => {
  await app.db.delete(shifts)
  await app.db.update(riders).set({ status: 'Inactive', on_duty_since: null })
})

const next_week = daysAfter(mondayOf(campusDate(new Date())), 7)
const resting = (name: string) =>
  insertRider(app.db, { name, on_duty_since: null, email: `${crypto.randomUUID()}@x.ng` })

describe.each(every_screen)('on a screen of $name', (screen) => {
  const walk = everyOther(screen, every_screen)
  const { adminComes, comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('an admin plans a week, riders take it and hand it on', async () => {
    const [musa, tunde] = [await resting('Musa Bello'), await resting('Tunde Ojo')]
    const page = await adminComes(`/admin/shifts?week=${next_week}`, [/status of 4(09|22)/])
    await page.getByText('No shift in this week yet.').waitFor()
    await holdsUp(page)
    await page.getByRole('button', { name: 'Plan', exact: true }).click()
    await page.getByText('Please choose a day.').waitFor()
    await page.getByLabel(/^Mon /).check()
    await page.getByLabel(/^Tue /).check()
    await page.getByLabel('From').fill('12:00')
    await page.getByLabel('Until').fill('15:00')
    await page.getByLabel('Riders wanted').fill('1')
    await page.getByRole('button', { name: 'Plan', exact: true }).click()
    await page.getByText('2 shifts planned.').waitFor()
    await page.getByText('Planned, riders do not see it').nth(1).waitFor()
    await page.getByRole('button', { name: 'Offer 2 planned places to riders' }).click()
    await page.getByText('2 places offered. Riders are told.').waitFor()

    const his = await comes(musa.email, '/rider/shifts')
    await his.getByText('You have no shift.').waitFor()
    const first = his.getByRole('listitem').filter({ hasText: '12:00 to 15:00' }).first()
    await first.getByRole('button', { name: 'Take it' }).click()
    await his.getByText('You can give it up until').waitFor()
    await holdsUp(his)
    await snap(his, 'rider-shifts')
    await his.getByRole('button', { name: 'Offer to others' }).click()
    await his.getByText('It is yours until somebody takes it.', { exact: false }).first().waitFor()

    const theirs = await comes(tunde.email, '/rider/shifts')
    await theirs.getByText('Musa offers it.').waitFor()
    await snap(theirs, 'rider-shifts-offered')
    await theirs.getByRole('button', { name: 'Take it over' }).click()
    await theirs.getByText('You can give it up until').waitFor()
    await his.getByText('You have no shift.').waitFor({ timeout: 30_000 })

    await page.reload()
    await page.getByText('Tunde Ojo').waitFor()
    await holdsUp(page)
    await snap(page, 'admin-shifts')
    await page.getByText('Call off…').first().click()
    await page.getByLabel('Why?').first().fill('The campus is closed')
    await page.getByRole('button', { name: 'Call the shift off' }).first().click()
    await page.getByText('Called off. 1 rider told.').waitFor()
    await page.getByRole('button', { name: 'Copy the week before' }).click()
    await page.getByText('Everything of the week before is planned already, or over.').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('No shift in this week yet.').waitFor()
    await page.getByRole('button', { name: 'Copy the week before' }).click()
    await page.getByText('1 shift planned as the week before.').waitFor()
  })

  walk('who does not come stands on the desk, and a shift that nobody has taken', async () => {
    const musa = await resting('Musa Bello')
    const admin = await insertRider(app.db, { status: 'Inactive', on_duty_since: null })
    const now = Date.now()
    const [shift] = await app.db
      .insert(shifts)
      .values({
        begins_at: new Date(now - 11 * 60_000),
        ends_at: new Date(now + 3_600_000),
        planned_by: admin.user_id,
        planned_at: new Date(now - 86_400_000),
      })
      .returning()
    const place = { shift_id: shift?.id ?? 0, status: 'Taken', rider_id: musa.user_id } as const
    await app.db.insert(shift_places).values(place)
    const page = await adminComes('/admin/dashboard')
    await page.getByText(/Musa Bello has a shift since .* and is not on duty/).waitFor()
    await snap(page, 'shift-missed')
    await page.getByRole('link', { name: 'Open the shifts' }).click()
    await page.getByRole('heading', { name: 'Shifts', exact: true }).waitFor()
    await page.getByText('has not come').or(page.getByText('not on duty yet')).waitFor()
    await app.db.update(riders).set({ on_duty_since: new Date() }).where(eq(riders.user_id, musa.user_id))
    await eventually(async () => {
      const [came] = await app.db.select().from(shift_places).where(eq(shift_places.rider_id, musa.user_id))
      expect(came?.came_at).not.toBeNull()
    })
    await page.goto(`${app.url}/admin/dashboard`)
    expect(await page.getByText(/Musa Bello has a shift/).count()).toBe(0)

    await app.db.insert(shift_places).values({ shift_id: shift?.id ?? 0, status: 'Open' })
    await page.reload()
    await page.getByText(/^A shift from .* to .* has 1 place that nobody has taken$/).waitFor()
    await snap(page, 'shift-open')
    await holdsUp(page)
  })
})
