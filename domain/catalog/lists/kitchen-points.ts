import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { KitchenPoint } from '../../places/campus-check.ts'
import { known } from '../../places/distance.ts'
import { places } from '../../places/tables.ts'
import { vendors } from '../tables.ts'

/** The active kitchens and where they are: their own coordinates, else their landmark's. */
export async function kitchenPoints(db: Db): Promise<(KitchenPoint & { vendor_id: string })[]> {
  const rows = await db
    .select({
      vendor_id: vendors.user_id,
      name: vendors.name,
      email: vendors.email,
      own: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark: { latitude: places.latitude, longitude: places.longitude },
    })
    .from(vendors)
    .leftJoin(places, eq(places.name, vendors.landmark))
    .where(eq(vendors.status, 'Active'))
    .orderBy(vendors.name)
  return rows.map(({ vendor_id, name, email, own, landmark }) => ({
    vendor_id,
    name: name ?? email,
    point: known(own) ?? known(landmark),
  }))
}
