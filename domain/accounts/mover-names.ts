import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { brand } from '../brand.ts'
import type { Mover } from '../lifecycle.ts'
import { loginWords } from './phone-login.ts'
import { users } from './tables.ts'

/** Who acts for a kitchen without working there. */
const SUPPORT = `${brand.name} support`

const asked = { id: users.id, name: users.name, email: users.email, role: users.role }
type Person = { id: string; name: string; email: string; role: string | null }

/** Who in a kitchen has no account in its history. */
const BY_TEXT = 'text message from the kitchen’s number'

/** Who moved something, in words: `admin Tola (tola@example.com)`, `customer`, `system`. One query for all `movers`. */
export async function moverNames(db: Db | Tx, movers: readonly Mover[]): Promise<(mover: Mover) => string> {
  const people = await peopleAmong(db, movers)
  return ({ role, user_id }) => {
    const person = people.find(({ id }) => id === user_id)
    if (!person) return role === 'vendor' && user_id === null ? `vendor, by ${BY_TEXT}` : role
    const as = actedFor(role, person) ? `${SUPPORT} for the kitchen,` : role
    return `${as} ${person.name ? `${person.name} (${loginWords(person.email)})` : loginWords(person.email)}`
  }
}

/** Who in a kitchen moved something, as its people call them; null for everybody else. One query for all `movers`. */
export async function kitchenNames(db: Db, movers: readonly Mover[]): Promise<(mover: Mover) => string | null> {
  const people = await peopleAmong(
    db,
    movers.filter(({ role }) => role === 'vendor'),
  )
  return ({ role, user_id }) => {
    if (role === 'vendor' && user_id === null) return BY_TEXT
    const person = role === 'vendor' ? people.find(({ id }) => id === user_id) : undefined
    if (person && actedFor(role, person)) return person.name ? `${SUPPORT} (${person.name})` : SUPPORT
    return person ? person.name || loginWords(person.email) : null
  }
}

/** Of a kitchen's own people none is an admin. */
const actedFor = (role: Mover['role'], person: Person) => role === 'vendor' && person.role === 'admin'

async function peopleAmong(db: Db | Tx, movers: readonly Mover[]): Promise<Person[]> {
  const ids = movers.flatMap(({ user_id }) => user_id ?? [])
  return ids.length === 0 ? [] : db.select(asked).from(users).where(inArray(users.id, ids))
}
