import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../db/handle.ts'
import type { Passwords } from '../../accounts/secrets.ts'
import { kitchen_pins, kitchen_tablets } from '../../accounts/tables.ts'
import type { AnnouncingDeps } from '../../events.ts'
import type { ActingRole } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { peopleOfTablet, quietFrom } from './kitchen-tablet.ts'

/** So many wrong PINs in a row pause somebody's PIN, at all tablets, for so long. */
export const PIN_TRIES = 5
export const PIN_PAUSE_MINUTES = 15
/** So many wrong ones within a day pause it for a day, also where right ones came between: ten thousand take years. */
export const PIN_TRIES_OF_DAY = 20
export const DAY_MINUTES = 24 * 60
/** So many within a day, but those whose person then had the right one, pause the tablet. */
export const TABLET_TRIES = 15

type Deps = AnnouncingDeps & { passwords: Passwords }
/** A session that is a kitchen's tablet. */
type Tablet = { session_id: string; vendor_id: string }
type Pin = typeof kitchen_pins.$inferSelect
type Wrong = Refused<'wrong_pin', { tries_left: number }> | Refused<'paused', { until: Date }>

const later = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/**
 * Somebody says with their PIN that they are at the tablet. Refused for who has none there, for a wrong one, and after
 * too many wrong ones: of one person a quarter of an hour after the fifth in a row and a day after the twentieth of a
 * day, at all tablets; at one tablet a quarter of an hour after the fifteenth of a day, whoever's: a right one takes
 * back only the wrong ones of the same person, so that nobody goes on guessing the others' by their own. The kitchen's
 * owners are told of each such pause. Locks the PIN, then the tablet.
 */
export async function enterTablet(
  { db, clock, passwords, announce }: Deps,
  { session_id, vendor_id }: Tablet,
  { user_id, pin }: { user_id: string; pin: string },
): Promise<Accepted<{ name: string; role: ActingRole }> | Refused<'not_found', undefined> | Wrong> {
  if (!z.uuid().safeParse(user_id).success) return refused('not_found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const own = and(eq(kitchen_pins.vendor_id, vendor_id), eq(kitchen_pins.user_id, user_id))
    const [row] = await tx.select().from(kitchen_pins).where(own).for('no key update')
    const [person] = await peopleOfTablet(tx, vendor_id, user_id)
    if (!row || !person) return refused('not_found')
    const here = and(eq(kitchen_tablets.session_id, session_id), eq(kitchen_tablets.vendor_id, vendor_id))
    const [tablet] = await tx.select().from(kitchen_tablets).where(here).for('no key update')
    if (!tablet) return refused('not_found')
    const paused = [row.paused_until, tablet.paused_until].find((until) => until && until > now)
    if (paused) return refused('paused', { until: paused })
    if (await passwords.verify(pin.trim(), row.pin_hash)) {
      await tx.update(kitchen_pins).set({ failures: 0, paused_until: null }).where(own)
      const failures = Math.max(0, tablet.failures - row.failures)
      const present = { present_id: user_id, present_until: quietFrom(now), failures, paused_until: null }
      await tx.update(kitchen_tablets).set(present).where(here)
      return accepted({ name: person.name, role: person.role })
    }
    const of_person = await countForPerson(tx, row, now)
    const is_new_day = !tablet.counted_from || later(tablet.counted_from, DAY_MINUTES) <= now
    const at_tablet = (is_new_day ? 0 : tablet.failures) + 1
    const tablet_until = at_tablet >= TABLET_TRIES ? later(now, PIN_PAUSE_MINUTES) : null
    await tx
      .update(kitchen_tablets)
      .set({
        counted_from: is_new_day ? now : tablet.counted_from,
        ...(tablet_until ? { failures: 0, paused_until: tablet_until } : { failures: at_tablet }),
      })
      .where(here)
    const until = of_person.until ?? tablet_until
    if (!until) return refused('wrong_pin', { tries_left: of_person.tries_left })
    const mistyped = { kind: 'pins_mistyped', vendor_id } as const
    if (of_person.until) await announce(tx, { ...mistyped, who: person.name, until: of_person.until }, now)
    if (tablet_until) await announce(tx, { ...mistyped, who: null, until: tablet_until }, now)
    return refused('paused', { until })
  })
}

/** One more wrong one of this person: until when their PIN is paused now, or how many are left. */
async function countForPerson(tx: Tx, row: Pin, now: Date): Promise<{ until: Date | null; tries_left: number }> {
  const is_new_day = !row.counted_from || later(row.counted_from, DAY_MINUTES) <= now
  const counted_from = is_new_day ? now : row.counted_from
  const failures_of_day = (is_new_day ? 0 : row.failures_of_day) + 1
  const failures = row.failures + 1
  const tries_left = Math.min(PIN_TRIES - failures, PIN_TRIES_OF_DAY - failures_of_day)
  const minutes = failures_of_day >= PIN_TRIES_OF_DAY ? DAY_MINUTES : PIN_PAUSE_MINUTES
  const until = tries_left > 0 ? null : later(now, minutes)
  const counted = failures_of_day >= PIN_TRIES_OF_DAY ? { failures_of_day: 0 } : { failures_of_day }
  await tx
    .update(kitchen_pins)
    .set({ ...counted, counted_from, ...(until ? { failures: 0, paused_until: until } : { failures }) })
    .where(and(eq(kitchen_pins.vendor_id, row.vendor_id), eq(kitchen_pins.user_id, row.user_id)))
  return { until, tries_left }
}
