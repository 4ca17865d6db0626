import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { isLinkToken } from '../checkout-by-link.ts'
import { type Asking, type GroupOrder, isOpen, membersOf } from './find-group.ts'
import { checkoutsOf } from './group-checkouts.ts'
import { isSecret, MOST_MEMBERS, member_name } from './rules.ts'
import { group_members, group_orders } from './tables.ts'

export type JoinGroupRefusal =
  | Refused<'not_found', undefined>
  | Refused<'closed' | 'bad_name' | 'name_taken', undefined>
  /** How many there can be. */
  | Refused<'full', { most: number }>

/**
 * Makes somebody a member, under a first name that nobody there has, while it is open. At most thirty; where each pays,
 * no more than a ride takes. Safe to repeat: one `secret`, which the form carries, is one member. Locks it.
 */
export async function joinGroup(
  { db, clock }: { db: Db; clock: Clock },
  { token, secret }: Asking,
  typed: string,
): Promise<Accepted<undefined> | JoinGroupRefusal> {
  if (!isLinkToken(token)) return refused('not_found')
  const name = member_name.safeParse(typed)
  if (!name.success || !isSecret(secret)) return refused('bad_name')
  const { most: most_in_ride } = await readSetting(db, SHARED_RIDES)
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [group] = await tx.select().from(group_orders).where(eq(group_orders.link_token, token)).for('no key update')
    if (!group) return refused('not_found')
    const members = await membersOf(tx, group.id)
    if (members.some((member) => member.secret === secret)) return accepted(undefined)
    if (!isOpen(group, now) || (await isOrdered(tx, group, now))) return refused('closed')
    const most = group.pays === 'one' ? MOST_MEMBERS : most_in_ride
    if (members.length >= most) return refused('full', { most })
    const member = { group_order_id: group.id, secret, name: name.data, joined_at: now }
    const [joined] = await tx.insert(group_members).values(member).onConflictDoNothing().returning()
    return joined ? accepted(undefined) : refused('name_taken')
  })
}

/** One has paid for all. */
const isOrdered = async (tx: Tx, { id, pays }: GroupOrder, now: Date) =>
  pays === 'one' && (await checkoutsOf(tx, id, now)).some(({ state }) => state === 'paid')
