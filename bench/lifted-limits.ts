import type { Db } from '../db/handle.ts'
import { ESCALATION, MESSAGE_CAPS } from '../domain/settings/definitions.ts'
import { settings } from '../domain/settings/tables.ts'

/** Lifts the caps, which are made for a campus, or held messages would not be measured. */
export async function liftMessageCaps(db: Db): Promise<void> {
  const value = { recipient_daily_count: 1000, hourly_count: 1_000_000 }
  await db.insert(settings).values({ key: MESSAGE_CAPS.key, value })
}

/** Nobody plays the kitchens: nobody is reminded of what they do not take, and none is paused for it. */
export async function letNobodyCook(db: Db): Promise<void> {
  const value = {
    ...{ remind_minutes: 238, call_minutes: 239, cancel_minutes: 240 },
    ...{ pause_after_lapses: null, pause_when_silent_minutes: null },
  }
  await db.insert(settings).values({ key: ESCALATION.key, value })
}
