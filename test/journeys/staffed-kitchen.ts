import { type KitchenRole, kitchen_role_names } from '../../domain/kitchen-roles.ts'
import { insertAccount, logIn } from '../sign-in.ts'
import type { TestApp } from '../start-app.ts'
import { complete_profile, insertVendor } from '../world.ts'

/** A kitchen with somebody in each role, who is logged in. */
export async function staffedKitchen(app: TestApp) {
  const kitchen = await insertVendor(app.db, { ...complete_profile, name: 'Bose Buka' })
  await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id, name: 'Bose Buka' })
  const cookies = new Map<KitchenRole, string>()
  for (const role of kitchen_role_names) {
    const { email } = await insertAccount(app.db, 'vendor', { kitchen: { vendor_id: kitchen.user_id, role } })
    cookies.set(role, await logIn(app.url, email))
  }
  return { kitchen, cookieOf: (role: KitchenRole) => ({ cookie: cookies.get(role) ?? '' }) }
}
