import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/handle.ts'
import { createAccount } from '../domain/accounts/create-account.ts'
import { suspendAccount } from '../domain/accounts/suspend-account.ts'
import { DAY_MS } from '../domain/clock.ts'
import type { Vehicle } from '../domain/delivery/lifecycle.ts'
import { riders } from '../domain/delivery/tables.ts'
import type { Announce } from '../domain/events.ts'
import { parsePhone } from '../domain/phone.ts'
import { bankAccount } from './bank-account.ts'
import type { DemoVendor, LandmarkName } from './demo-vendor.ts'

export type DemoRider = {
  email: string
  name: string
  /** Eleven digits with the leading 0. */
  phone: string
  vehicle: Vehicle
  landmark: LandmarkName
  status: 'Active' | 'Pending' | 'Inactive'
  /** Where they wait now; null while off duty. */
  place: { latitude: number; longitude: number } | null
  bank: DemoVendor['bank']
}

/** Invented riders, in the order in which they joined. */
export const demo_riders: readonly DemoRider[] = [
  {
    email: 'rider@example.com',
    name: 'Tunde Adebayo',
    phone: '08032100141',
    vehicle: 'motorbike',
    landmark: 'FUTA North Gate',
    status: 'Active',
    place: { latitude: 7.30652, longitude: 5.13971 },
    bank: bankAccount('OPay', '803210014', 'TUNDE ADEBAYO'),
  },
  {
    email: 'blessing.rider@example.com',
    name: 'Blessing Eze',
    phone: '08063300252',
    vehicle: 'bicycle',
    landmark: 'FUTA Main Gate',
    status: 'Active',
    place: { latitude: 7.30321, longitude: 5.13262 },
    bank: bankAccount('GTBank', '013345562', 'BLESSING CHIOMA EZE'),
  },
  {
    email: 'sani.rider@example.com',
    name: 'Sani Garba',
    phone: '07034400363',
    vehicle: 'motorbike',
    landmark: 'Aluta Market',
    status: 'Active',
    place: { latitude: 7.2992, longitude: 5.14388 },
    bank: bankAccount('Jaiz', '000778812', 'SANI GARBA'),
  },
  {
    email: 'kemi.rider@example.com',
    name: 'Kemi Ojo',
    phone: '08165500474',
    vehicle: 'on foot',
    landmark: 'FUTA East Gate',
    status: 'Active',
    place: null,
    bank: bankAccount('Wema', '025567783', 'KEMI ABOSEDE OJO'),
  },
  {
    email: 'peter.rider@example.com',
    name: 'Peter Akpan',
    phone: '09036600585',
    vehicle: 'bicycle',
    landmark: 'FUTA South Gate',
    status: 'Pending',
    place: null,
    bank: bankAccount('Kuda', '204451127', 'PETER UDO AKPAN'),
  },
  {
    email: 'dele.rider@example.com',
    name: 'Dele Fashola',
    phone: '08057700696',
    vehicle: 'car',
    landmark: 'FUTA North Gate',
    status: 'Inactive',
    place: null,
    bank: bankAccount('Zenith', '100923345', 'DELE FASHOLA'),
  },
]

/**
 * Inserts the riders with their accounts. The Active ones are on duty until `restDemoRiders`, to carry the past orders.
 */
export async function insertDemoRiders(tx: Tx, announce: Announce, password_hash: string, now: Date): Promise<void> {
  const joined = new Date(now.getTime() - 30 * DAY_MS)
  for (const { email, name, phone, vehicle, landmark, status, bank } of demo_riders) {
    const account = { email, name, role: 'rider', password_hash, email_verified: true } as const
    const user_id = await createAccount(tx, announce, account, joined)
    if (!user_id) throw new Error(`${email} has an account already`)
    await tx
      .update(riders)
      .set({
        ...bank,
        name,
        vehicle,
        landmark,
        status,
        phone: parsePhone(phone),
        submitted_at: status === 'Pending' ? new Date(now.getTime() - DAY_MS / 4) : joined,
        on_duty_since: status === 'Active' ? joined : null,
        suspended_reason: status === 'Inactive' ? 'Did not answer for two weeks' : null,
      })
      .where(eq(riders.user_id, user_id))
    if (status === 'Inactive') await suspendAccount(tx, user_id, now)
  }
}

/** After the past orders, leaves some riders on duty, at their usual places, and sends the others off duty. */
export async function restDemoRiders(db: Db, now: Date): Promise<void> {
  for (const { email, place } of demo_riders) {
    const duty = place
      ? { ...place, located_at: now, on_duty_since: new Date(now.getTime() - 3_600_000) }
      : { on_duty_since: null }
    await db.update(riders).set(duty).where(eq(riders.email, email))
  }
}
