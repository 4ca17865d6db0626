import { eq } from 'drizzle-orm'
import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import type { Db } from '../../../db/handle.ts'
import type { CartLine } from '../../catalog/menu/cart-line.ts'
import { forWhom } from '../../catalog/menu/for-whom.ts'
import type { Clock } from '../../clock.ts'
import { places } from '../../places/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { findByKey, type PlaceCheckoutRefusal, placeCheckout } from '../place-checkout.ts'
import { linesOf } from './change-lines.ts'
import { type Asking, type GroupRefusal, type Locked, lockGroup, membersOf, paymentOf } from './find-group.ts'
import { paysFor } from './group-checkouts.ts'
import { group_orders } from './tables.ts'

type Wanted = Omit<Parameters<typeof placeCheckout>[1], 'cart' | 'of_group'>

/**
 * Orders what a group chose, as `placeCheckout` does, and with its refusals. Where one pays, its starter orders all of
 * it: that closes it, and each line says whose it is. Where each pays, a member orders their own dishes, for the slot
 * and place of the group, and shares the ride unless `shares_ride` is false. Refused where nothing was chosen, and
 * while a payment for it is under way. What was sent before under the same key stands, unless it was stopped, changed
 * or called off since: then the same is ordered anew.
 */
export async function placeGroupOrder(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  asking: Asking,
  wanted: Wanted,
): Promise<Accepted<{ link_token: string }> | PlaceCheckoutRefusal | GroupRefusal | Refused<'empty', undefined>> {
  const chosen = await closeAndRead(deps, asking, wanted.idempotency_key)
  if (!chosen.ok) return chosen
  if (chosen.value.known) return accepted(chosen.value.known)
  const { cart, me, group, place_name, idempotency_key } = chosen.value
  const together = { ...wanted.place, offered: place_name }
  const own =
    group.pays === 'one'
      ? wanted
      : {
          ...wanted,
          collects: false,
          slot_from: group.slot_from,
          place: together,
          shares_ride: wanted.shares_ride !== false,
        }
  const of_group = { group_member_id: me.id, group_edition: me.edition }
  return placeCheckout(deps, { ...own, idempotency_key, cart, of_group })
}

/**
 * One try is one key: the same form, sent once more, is another try where what it is of has a new edition, or where the
 * one before is over. Both are read under the group's lock.
 */
function keyOfTry(sent_as: string, { group, me, ordered }: Locked): string {
  const over = ordered.filter((checkout) => paysFor(group, me, checkout) && checkout.is_over).length
  return `${sent_as}-${me.edition}-${over}`
}

/** What is to be ordered, read in the commit that closed it where one pays; or what was ordered by the same try. */
function closeAndRead({ db, clock }: { db: Db; clock: Clock }, asking: Asking, sent_as: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const asked = await lockGroup(tx, asking, now)
    if (!asked.ok) return asked
    const { group, me, ordered } = asked.value
    const idempotency_key = keyOfTry(sent_as, asked.value)
    const known = await findByKey(tx, idempotency_key)
    if (known) return accepted({ known })
    if (group.pays === 'one' && !me.is_starter) return refused('not_yours')
    const payment = paymentOf(group, me, ordered)
    if (payment) return refused(payment)
    const members = group.pays === 'one' ? await membersOf(tx, group.id) : [me]
    const lines = await linesOf(
      tx,
      group,
      members.map(({ id }) => id),
    )
    if (lines.length === 0) return refused('empty')
    if (group.pays === 'one') {
      const closed_at = group.closed_at ?? now
      await tx.update(group_orders).set({ closed_at }).where(eq(group_orders.id, group.id))
    }
    const cart = lines.map(({ member_id, line_id: _, ...line }): CartLine => {
      const owner = members.find(({ id }) => id === member_id)
      return group.pays === 'one' && owner ? { ...line, options: [...(line.options ?? []), forWhom(owner.name)] } : line
    })
    const [place] = await tx.select({ name: places.name }).from(places).where(eq(places.id, group.place_id))
    return accepted({ known: null, idempotency_key, cart, me, group, place_name: place?.name ?? '' })
  })
}
