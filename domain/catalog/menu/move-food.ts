import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { food } from '../tables.ts'
import { lockOwnDish } from './edit-food.ts'
import { dishesInOrder } from './own-menu.ts'

/** One place up or down within its section, or in front of or behind another dish, whose section it then joins. */
export type NewPlace = 'earlier' | 'later' | { before_id: number } | { after_id: number }

/**
 * Moves a dish of the acting vendor. At the end of its section it stays where it is. Another vendor's dish, as the one
 * moved or as its new neighbour, is `not_found`.
 */
export async function moveFood(
  { db }: { db: Db },
  actor: Actor,
  id: number,
  place: NewPlace,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const dish = await lockOwnDish(tx, actor, id, 'change_menu')
    if (!dish) return refused('not_found')
    const menu = await dishesInOrder(tx, dish.vendor_id)
    const rest = menu.filter((row) => row.id !== id)
    let beside: (typeof menu)[number] | undefined
    if (typeof place === 'object') {
      const beside_id = 'before_id' in place ? place.before_id : place.after_id
      if (beside_id === id) return accepted(undefined)
      beside = rest.find((row) => row.id === beside_id)
      if (!beside) return refused('not_found')
    } else {
      beside = menu[menu.findIndex((row) => row.id === id) + (place === 'earlier' ? -1 : 1)]
      if (beside?.section !== dish.section) return accepted(undefined)
    }
    const behind = place === 'later' || (typeof place === 'object' && 'after_id' in place)
    rest.splice(rest.indexOf(beside) + (behind ? 1 : 0), 0, { ...dish, section: beside.section })
    for (const [position, row] of rest.entries()) {
      const was = menu.find((known) => known.id === row.id)
      if (was?.position === position && was.section === row.section) continue
      await tx.update(food).set({ position, section: row.section }).where(eq(food.id, row.id))
    }
    return accepted(undefined)
  })
}
