import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { vendors, web_heard } from '../domain/catalog/tables.ts'
import { kobo } from '../domain/money.ts'
import { pauseUnreachedKitchens } from '../domain/notifications/reach/pause-unreached-kitchens.ts'
import { messages, sms_submissions } from '../domain/notifications/tables.ts'

let numbers = 0
/** A number that no other kitchen of the test has. */
export const freshPhone = () => `+23480388${String(10_000 + numbers++)}`

/** A text message that went to a number, and what its gateway said of it; null is nothing. */
export async function textTo(
  db: Db,
  { phone, outcome, at }: { phone: string; outcome: 'Delivered' | 'Undelivered' | null; at: Date },
): Promise<void> {
  const [row] = await db
    .insert(messages)
    .values({
      ...{ channel: 'sms', dedupe_key: randomUUID(), recipient: phone, body: 'New order' },
      ...{ status: outcome ?? 'Sent', created_at: at },
    })
    .returning({ id: messages.id })
  await db.insert(sms_submissions).values({
    ...{ message_id: row?.id ?? '', round: 1, gateway: 'smarthive', submitted_at: at, segments: 1 },
    ...{ cost: kobo(3_00), outcome, reported_at: outcome && at },
  })
}

/** People have been reaching our pages since `since`, and do so at `now`. */
export async function heard(db: Db, since: Date, now: Date): Promise<void> {
  const row = { since, last_at: now }
  await db.insert(web_heard).values(row).onConflictDoUpdate({ target: web_heard.one, set: row })
}

/** Its text messages stop arriving, and the worker looks. */
export async function pauseUnreached(
  deps: Parameters<typeof pauseUnreachedKitchens>[0],
  { user_id }: Actor,
): Promise<number> {
  const phone = freshPhone()
  await textTo(deps.db, { phone, outcome: 'Undelivered', at: deps.clock.now() })
  await heard(deps.db, new Date(0), deps.clock.now())
  await deps.db.update(vendors).set({ phone }).where(eq(vendors.user_id, user_id))
  return pauseUnreachedKitchens(deps)
}
