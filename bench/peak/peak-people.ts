import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { demo_vendors } from '../../demo/campus.ts'
import { demo_places, demo_ways } from '../../demo/places.ts'
import { type Actor, founderOf } from '../../domain/accounts/actor.ts'
import { createAccount } from '../../domain/accounts/create-account.ts'
import type { WeekHours } from '../../domain/catalog/hours/opening-hours.ts'
import { food, vendors } from '../../domain/catalog/tables.ts'
import type { Vehicle } from '../../domain/delivery/lifecycle.ts'
import { riders } from '../../domain/delivery/tables.ts'
import type { Announce } from '../../domain/events.ts'
import { type Kobo, koboFromNaira } from '../../domain/money.ts'
import type { Point } from '../../domain/places/distance.ts'
import { knownLandmarks } from '../../domain/places/known-landmarks.ts'
import { plantCampus } from '../../domain/places/plant-campus.ts'

export type Vendor = {
  actor: Actor
  point: Point
  dish: { name: string; price_kobo: Kobo }
  preparation_minutes: number
}

export type PeakRider = { actor: Actor; vehicle: Vehicle; point: Point }

const all_day = [{ opens: '00:00', closes: '24:00' }]
const always_open: WeekHours = [all_day, all_day, all_day, all_day, all_day, all_day, all_day]
const vehicles: readonly Vehicle[] = ['motorbike', 'motorbike', 'bicycle', 'motorbike', 'on foot', 'bicycle']

/** Plants the demo campus with its vendors, each with the first dish that needs no choices. */
export async function openVendors(db: Db): Promise<Vendor[]> {
  await db.transaction((tx) => plantCampus(tx, { places: demo_places, ways: demo_ways }))
  const open: Vendor[] = []
  for (const vendor of demo_vendors) {
    const dish = vendor.dishes.find(({ option_groups, sold_out }) => !option_groups?.length && !sold_out)
    if (vendor.status !== 'Active' || !dish) continue
    const { name, email, landmark, latitude, longitude, address, phone, preparation_minutes } = vendor
    const user_id = randomUUID()
    await db.insert(vendors).values({
      user_id,
      name,
      email,
      landmark,
      latitude,
      longitude,
      address,
      phone,
      preparation_minutes,
      status: 'Active',
      week_hours: always_open,
    })
    const price = koboFromNaira(dish.price_naira)
    await db.insert(food).values({ vendor_id: user_id, name: dish.name, price })
    open.push({
      actor: founderOf({ user_id, email }),
      point: { latitude, longitude },
      dish: { name: dish.name, price_kobo: price },
      preparation_minutes,
    })
  }
  return open
}

/** This many riders, on duty at the landmarks in turn, with the vehicles of a campus. */
export async function callRiders(db: Db, announce: Announce, many: number, now: Date): Promise<PeakRider[]> {
  const places = await knownLandmarks(db)
  const called: PeakRider[] = []
  for (let index = 0; index < many; index++) {
    const place = places[index % places.length]
    const vehicle = vehicles[index % vehicles.length] ?? 'motorbike'
    if (!place) throw new Error('The campus has no landmarks')
    const email = `peak-rider-${index}@example.com`
    const user_id = await db.transaction(async (tx) => {
      const name = `Rider ${index + 1}`
      const account = { email, name, role: 'rider', password_hash: '-', email_verified: true } as const
      const id = await createAccount(tx, announce, account, now)
      if (!id) throw new Error(`${email} has an account already`)
      await tx
        .update(riders)
        .set({ name, vehicle, landmark: place.name, status: 'Active', submitted_at: now, on_duty_since: now })
        .where(eq(riders.user_id, id))
      return id
    })
    const { latitude, longitude } = place
    called.push({ actor: { user_id, role: 'rider', email }, vehicle, point: { latitude, longitude } })
  }
  return called
}
