import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Mover } from '../lifecycle.ts'
import { users } from './tables.ts'

const asked = { id: users.id, name: users.name, email: users.email }
type Person = { id: string; name: string; email: string }

/** Who moved something, in words: `admin Tola (tola@example.com)`, `customer`, `system`. One query for all `movers`. */
export async function moverNames(db: Db | Tx, movers: readonly Mover[]): Promise<(mover: Mover) => string> {
  const people = await peopleAmong(db, movers)
  return ({ role, user_id }) => {
    const person = people.find(({ id }) => id === user_id)
    if (!person) return role
    return `${role} ${person.name ? `${person.name} (${person.email})` : person.email}`
  }
}

/** Who in a kitchen moved something, as its people call them; null for everybody else. One query for all `movers`. */
export async function kitchenNames(db: Db, movers: readonly Mover[]): Promise<(mover: Mover) => string | null> {
  const people = await peopleAmong(
    db,
    movers.filter(({ role }) => role === 'vendor'),
  )
  return ({ role, user_id }) => {
    const person = role === 'vendor' ? people.find(({ id }) => id === user_id) : undefined
    return person ? person.name || person.email : null
  }
}

async function peopleAmong(db: Db | Tx, movers: readonly Mover[]): Promise<Person[]> {
  const ids = movers.flatMap(({ user_id }) => user_id ?? [])
  return ids.length === 0 ? [] : db.select(asked).from(users).where(inArray(users.id, ids))
}
