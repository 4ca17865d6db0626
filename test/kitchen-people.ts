import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { findActor } from '../domain/accounts/find-actor.ts'
import { sessions } from '../domain/accounts/tables.ts'
import type { KitchenRole } from '../domain/kitchen-roles.ts'
import { messages } from '../domain/notifications/tables.ts'
import { insertAccount } from './sign-in.ts'
import { insertVendor, LUNCH_TIME, type World } from './world.ts'

/** Owners and staff of kitchens, in the world of the file that asks. */
export function kitchenPeople(world: () => Pick<World, 'deps'>) {
  const db = () => world().deps.db

  /** The owner of an active kitchen with dishes. */
  async function kitchen(name = 'Iya Test'): Promise<Actor> {
    const { user_id } = await insertVendor(db(), { name })
    return insertAccount(db(), 'vendor', { user_id, name: `Owner of ${name}` })
  }

  const worksFor = (owner: Actor, role: KitchenRole, name = ''): Promise<Actor> =>
    insertAccount(db(), 'vendor', { name, kitchen: { vendor_id: owner.user_id, role } })

  /** A session of theirs. */
  async function session({ user_id }: Pick<Actor, 'user_id'>): Promise<string> {
    const dates = { expires_at: new Date('2099-01-01'), created_at: LUNCH_TIME, updated_at: LUNCH_TIME }
    const [made] = await db()
      .insert(sessions)
      .values({ user_id, token: randomUUID(), ...dates })
      .returning({ id: sessions.id })
    if (!made) throw new Error('no session')
    return made.id
  }

  /** Who that is now, with their session. */
  async function now({ user_id }: Pick<Actor, 'user_id'>, session_id?: string): Promise<Actor> {
    const found = await findActor(db(), user_id, session_id)
    if (!found.ok) throw new Error(found.reason)
    return found.value.actor
  }

  /** What was sent to a mail address, a number or a device, the oldest first. */
  const sentTo = (recipient: string) =>
    db().select().from(messages).where(eq(messages.recipient, recipient)).orderBy(messages.created_at)

  return { kitchen, worksFor, session, now, sentTo }
}
