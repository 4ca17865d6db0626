import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Actor } from '../domain/accounts/actor.ts'
import { uploads } from '../domain/catalog/tables.ts'
import type { IncidentReason, WayOut } from '../domain/delivery/incidents/lifecycle.ts'
import { takeOwnWayOut, waitAtDoor } from '../domain/delivery/steps/take-step.ts'
import { incidents } from '../domain/delivery/tables.ts'
import { messages, notifications } from '../domain/notifications/tables.ts'
import type { World } from './world.ts'

export const incident_place = 'FUTA North Gate'
export const incident_words = 'The chain broke'

type Carried = { rider: Actor; delivery_id: number }

/** What stands in the way of deliveries, in as few words as possible. */
export function incidentWorld(world: World) {
  async function photoOf(rider: Actor): Promise<string> {
    const address = `/images/${crypto.randomUUID()}.webp`
    const upload = { address, user_id: rider.user_id, uploaded_at: world.clock.now(), is_blank: false }
    await world.deps.db.insert(uploads).values(upload)
    return address
  }

  /** As a rider at the door does it: waits for an absent customer, and shows a photo. */
  async function take({ rider, delivery_id }: Carried, reason: IncidentReason, way_out: WayOut) {
    world.clock.advance(5 * 60)
    if (reason === 'customer_absent') {
      expect(await waitAtDoor(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
      world.clock.advance(10 * 60)
    }
    const photo = await photoOf(rider)
    return takeOwnWayOut(world.deps, rider, {
      delivery_id,
      incident: { reason, way_out, place: incident_place, words: incident_words },
      photo,
    })
  }

  async function latestOf(delivery_id: number) {
    const [latest] = await world.deps.db
      .select()
      .from(incidents)
      .where(eq(incidents.delivery_id, delivery_id))
      .orderBy(desc(incidents.id))
    if (!latest) throw new Error('no incident')
    return latest
  }

  const smsAbout = async (incident_id: number, step: string) => {
    const [sms] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `incident_${step}_sms:${incident_id}`))
    return sms?.body
  }

  const newsOf = async (user_id: string, kind: string) =>
    (await world.deps.db.select().from(notifications).where(eq(notifications.user_id, user_id)))
      .filter((news) => news.kind === kind)
      .map(({ text }) => text)

  return { photoOf, take, latestOf, smsAbout, newsOf }
}
