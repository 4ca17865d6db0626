import type { Db } from '../../db/handle.ts'
import { INCIDENTS } from '../../domain/delivery/incidents/incident-settings.ts'
import { ESCALATION, MISSING_DISHES } from '../../domain/settings/definitions.ts'
import { settings } from '../../domain/settings/tables.ts'

/** Waits as short as an admin may set them, so that an hour is played in minutes. */
export async function shortenTheHour(db: Db): Promise<void> {
  await db.insert(settings).values([
    {
      key: ESCALATION.key,
      value: { ...ESCALATION.default, remind_minutes: 1, call_minutes: 2, cancel_minutes: 3 },
    },
    { key: MISSING_DISHES.key, value: { ...MISSING_DISHES.default, answer_minutes: 1 } },
    { key: INCIDENTS.key, value: { ...INCIDENTS.default, wait_minutes: 1 } },
  ])
}
