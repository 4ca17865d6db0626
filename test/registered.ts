import { eq } from 'drizzle-orm'
import { riders } from '../domain/delivery/tables.ts'
import { insertAccount } from './sign-in.ts'
import type { TestApp } from './start-app.ts'
import { insertVendor } from './world.ts'

/** A kitchen with all that its registration asks for, and the account of its owner. */
export async function registeredKitchen(app: TestApp, name: string, status: 'Pending' | 'Active' = 'Active') {
  const row = await insertVendor(app.db, {
    name,
    status,
    email: `${crypto.randomUUID().slice(0, 8)}@example.com`,
    phone: '+2348065551234',
    address: '3 North Gate Road',
    description: 'Amala and abula',
    category: 'Local dishes',
    bank_name: 'Access Bank',
    account_number: '0690000031',
    account_name: 'IYA TEST',
  })
  await insertAccount(app.db, 'vendor', { user_id: row.user_id, email: row.email })
  return row
}

/** A rider who has registered and whom no admin has let ride yet. */
export async function registeredRider(app: TestApp, name: string): Promise<string> {
  const { user_id } = await insertAccount(app.db, 'rider')
  const profile = { name, phone: '+2348055550101', vehicle: 'motorbike', submitted_at: new Date() } as const
  await app.db.update(riders).set(profile).where(eq(riders.user_id, user_id))
  return user_id
}
