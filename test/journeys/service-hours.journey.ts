import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../domain/clock.ts'
import { settings } from '../../domain/settings/tables.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { ALWAYS_OPEN, insertVendor } from '../world.ts'

const campus = (time: string) => new Date(`2026-03-10T${time}+01:00`)
const clock = movableClock(campus('12:00:00'))
let app: TestApp
let menu: string

beforeAll(async () => {
  app = await startTestApp(undefined, clock)
  const { user_id } = await insertVendor(app.db, { week_hours: ALWAYS_OPEN })
  menu = `/restaurant/${user_id}`
})
afterAll(() => app?.stop())

const pageOf = async (path: string) => (await fetch(app.url + path)).text()

test('pages kept in memory follow the service hours: at once when saved, and at the minute of closing', async () => {
  const resting = 'ChowGate is resting. Opens tomorrow at 08:00'
  for (const path of ['/', '/restaurants', menu]) expect(await pageOf(path)).not.toContain('is resting')
  const hours = (closes: string) => ({
    week_hours: Array.from({ length: 7 }, () => [{ opens: '08:00', closes }]),
    hours_exceptions: [],
  })
  const save = (closes: string) =>
    app.db
      .insert(settings)
      .values({ key: 'service_hours', value: hours(closes), updated_at: clock.now() })
      .onConflictDoUpdate({ target: settings.key, set: { value: hours(closes) } })

  await save('11:00')
  await expect.poll(() => pageOf(menu)).toContain(resting)
  await save('12:30')
  await expect.poll(() => pageOf(menu)).not.toContain(resting)
  for (const path of ['/', '/restaurants']) await expect.poll(() => pageOf(path)).not.toContain(resting)

  clock.set(campus('12:29:59'))
  for (const path of ['/', '/restaurants', menu]) expect(await pageOf(path)).not.toContain(resting)
  clock.set(campus('12:30:00'))
  for (const path of ['/restaurants', menu]) expect(await pageOf(path)).toContain(resting)
})
