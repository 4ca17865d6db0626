import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Mover } from '../lifecycle.ts'
import { users } from './tables.ts'

const asked = { id: users.id, name: users.name, email: users.email }

/** Who moved something, in words: `admin Tola (tola@example.com)`, `customer`, `system`. One query for all `movers`. */
export async function moverNames(db: Db | Tx, movers: readonly Mover[]): Promise<(mover: Mover) => string> {
  const ids = movers.flatMap(({ user_id }) => user_id ?? [])
  const people = ids.length === 0 ? [] : await db.select(asked).from(users).where(inArray(users.id, ids))
  return ({ role, user_id }) => {
    const person = people.find(({ id }) => id === user_id)
    if (!person) return role
    return `${role} ${person.name ? `${person.name} (${person.email})` : person.email}`
  }
}
