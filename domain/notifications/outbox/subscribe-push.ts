import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PushAddress, PushGateway } from '../../../adapters/messages/message-gateway.ts'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Clock } from '../../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { push_subscriptions } from '../tables.ts'

/** More browsers than anybody uses; the newest stay. */
const MOST_DEVICES = 10

type Deps = { db: Db; clock: Clock; push: PushGateway }

/**
 * Lets this browser ring for the account that is signed in, as long as this session lasts. A browser rings for one
 * account: if it rang for another, it gets a new id, so that nothing queued for that one rings here. Refuses an address
 * that is not a browser's: not on a known push service, or without keys.
 */
export async function subscribePush(
  deps: Deps,
  { actor, session_id }: { actor: Actor; session_id: string },
  address: PushAddress,
): Promise<Accepted<undefined> | Refused<'bad_address', undefined>> {
  if (!deps.push.accepts(address)) return refused('bad_address')
  const { endpoint, p256dh, auth } = address
  const given = { user_id: actor.user_id, session_id, p256dh, auth, created_at: deps.clock.now() }
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(push_subscriptions)
      .values({ ...given, endpoint })
      .onConflictDoUpdate({
        target: push_subscriptions.endpoint,
        set: {
          ...given,
          id: ifSameUser(sql`${push_subscriptions.id}`, sql`excluded.id`),
          last_used_at: ifSameUser(sql`${push_subscriptions.last_used_at}`, sql`null`),
        },
      })
    const too_many = tx
      .select({ id: push_subscriptions.id })
      .from(push_subscriptions)
      .where(eq(push_subscriptions.user_id, actor.user_id))
      .orderBy(desc(push_subscriptions.created_at), desc(push_subscriptions.id))
      .offset(MOST_DEVICES)
    await tx.delete(push_subscriptions).where(inArray(push_subscriptions.id, too_many))
  })
  return accepted(undefined)
}

/** One statement, because two simultaneous subscriptions of one browser would both delete and then both insert. */
const ifSameUser = (same: SQL, another: SQL) =>
  sql`case when ${push_subscriptions.user_id} = excluded.user_id then ${same} else ${another} end`

/** Stops this browser's ringing. Does nothing unless it rings for the account that is signed in. */
export async function unsubscribePush(deps: Pick<Deps, 'db'>, actor: Actor, endpoint: string): Promise<void> {
  await deps.db.delete(push_subscriptions).where(ownDevice(actor, endpoint))
}

/** Whether a browser rings as long as this session lasts. */
export async function ringsWithSession(db: Db, session_id: string): Promise<boolean> {
  return (await db.$count(push_subscriptions, eq(push_subscriptions.session_id, session_id))) > 0
}

/** Whether this browser rings for the account that is signed in. */
export async function isSubscribed(db: Db, actor: Actor, endpoint: string): Promise<boolean> {
  return (await db.$count(push_subscriptions, ownDevice(actor, endpoint))) > 0
}

const ownDevice = ({ user_id }: Actor, endpoint: string) =>
  and(eq(push_subscriptions.endpoint, endpoint), eq(push_subscriptions.user_id, user_id))
