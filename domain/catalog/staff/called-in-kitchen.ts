import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { loginWords } from '../../accounts/phone-login.ts'
import { users } from '../../accounts/tables.ts'

/** What somebody is called who works in a kitchen: by their name, else by what they log in with. */
export async function calledInKitchen(tx: Tx, user_id: string): Promise<string> {
  const [person] = await tx.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, user_id))
  return person ? person.name || loginWords(person.email) : 'somebody'
}
