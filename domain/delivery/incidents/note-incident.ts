import { eq } from 'drizzle-orm'
import { noteAdmins } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import { deliveries, incidents } from '../tables.ts'
import type { Incident, LockedIncident } from './lock-incident.ts'

/** Writes what stands in the way of a delivery, or what is new of it, and that it is this. */
export async function noteIncident(
  tx: Tx,
  { delivery, incident }: LockedIncident,
  noted: Pick<Incident, 'reason'> & Partial<Omit<Incident, 'id' | 'delivery_id' | 'rider_id'>> & { happened_at: Date },
): Promise<Incident> {
  noteAdmins(tx)
  if (incident) {
    const { happened_at: _first_time_counts, ...news } = noted
    const [changed] = await tx.update(incidents).set(news).where(eq(incidents.id, incident.id)).returning()
    if (!changed) throw new Error(`Incident ${incident.id} disappeared`)
    return changed
  }
  const { id: delivery_id, rider_id } = delivery
  const [made] = await tx
    .insert(incidents)
    .values({ delivery_id, rider_id, ...noted })
    .returning()
  if (!made) throw new Error('An incident was not stored')
  await tx.update(deliveries).set({ incident_id: made.id }).where(eq(deliveries.id, delivery_id))
  return made
}
