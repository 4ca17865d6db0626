import { passwords } from '../adapters/accounts/passwords.ts'
import type { Db } from '../db/handle.ts'
import { createAccount } from '../domain/accounts/create-account.ts'
import { suspendAccount } from '../domain/accounts/suspend-account.ts'
import { reactions } from '../domain/reactions.ts'
import { demo_vendors } from './campus.ts'
import { demo_riders, insertDemoRiders } from './riders.ts'

const DEMO_PASSWORD = 'chowgate-demo'

const admin = { email: 'admin@example.com', role: 'admin', admin_role: 'owner', name: 'Ngozi' } as const

/** The demo's logins, one of each role, as printed at the start. */
export const demo_sign_ins: readonly { role: string; email: string; password: string }[] = [
  { role: 'vendor', email: demo_vendors.find((vendor) => vendor.status === 'Active')?.email ?? '' },
  { role: 'rider', email: demo_riders.find((rider) => rider.status === 'Active')?.email ?? '' },
  { role: 'admin', email: admin.email },
].map((one) => ({ ...one, password: DEMO_PASSWORD }))

/** An account for every demo vendor and rider, and for one admin. All share one hash: hashing is slow on purpose. */
export async function insertDemoAccounts(db: Db, userIdOf: (key: string) => string, now: Date): Promise<void> {
  const password_hash = await passwords.hash(DEMO_PASSWORD)
  const announce = reactions({ public_url: '' })
  const known = { password_hash, email_verified: true }
  await db.transaction(async (tx) => {
    for (const { key, email, name, status } of demo_vendors) {
      const user_id = userIdOf(key)
      await createAccount(tx, announce, { ...known, email, name, role: 'vendor', user_id }, now)
      if (status === 'Inactive') await suspendAccount(tx, user_id, now)
    }
    await insertDemoRiders(tx, announce, password_hash, now)
    await createAccount(tx, announce, { ...known, ...admin }, now)
  })
}
