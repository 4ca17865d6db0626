import { describe } from 'vitest'
import { noteBegun, noteGood, noteProblem, noteRestored } from '../../domain/backups/note-backup.ts'
import { backups } from '../../domain/backups/tables.ts'
import { HOUR_MS } from '../../domain/clock.ts'
import { officeOn } from '../admin-office.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'

const { app, browser } = await openJourney()

/** The night's backup, so many hours ago: its database was restored for a trial. */
async function begin(name: string, hours_ago: number): Promise<void> {
  const begun_at = new Date(Date.now() - hours_ago * HOUR_MS)
  await noteBegun(app.db, { name, place: 'pgBackRest: chowgate', begun_at })
  await noteRestored(app.db, { name, restored_at: begun_at, bytes: 4_500_000 })
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('an admin sees how old the last good backup is, that it is too old, and that there is none', async () => {
    await app.db.delete(backups)
    await begin('first', 5.5)
    await noteProblem(app.db, 'first', 'There is no copy of the picture /images/1-640.webp (docs/operations.md).')
    const page = await adminComes('/admin/dashboard')
    const alarm = page.getByRole('alert')
    await alarm.getByText('No good backup yet: whoever looks after the server makes one').waitFor()
    await alarm.getByText('The newest one does not count. There is no copy of the picture').waitFor()
    await holdsUp(page)
    await snap(page, 'backup-none')

    await begin('second', 4.5)
    await noteGood(app.db, { name: 'second', verified_at: new Date(), bytes: 4_500_000, pictures: 34 })
    await page.reload()
    await page.getByText(/^The last good backup is 4 hours old \(/).waitFor()
    await alarm.waitFor({ state: 'detached' })
    await holdsUp(page)
    await snap(page, 'backup-good')

    await app.db.delete(backups)
    await begin('third', 73)
    await noteGood(app.db, { name: 'third', verified_at: new Date(), bytes: 4_500_000, pictures: 34 })
    await begin('fourth', 1)
    await noteProblem(app.db, 'fourth', 'pgBackRest could not backup: timeout waiting for the log of the database.')
    await page.reload()
    await alarm.getByText(/^The last good backup is 3 days old \(/).waitFor()
    await alarm.getByText('The newest one does not count. pgBackRest could not backup').waitFor()
    await holdsUp(page)
    await snap(page, 'backup-old')
  })
})
