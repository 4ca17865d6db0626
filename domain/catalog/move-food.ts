import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { lockOwnDish } from './edit-food.ts'
import { dishesInOrder } from './own-menu.ts'
import { food } from './tables.ts'

/** One place up or down within its section, or in front of another dish, whose section it then joins. */
export type NewPlace = 'earlier' | 'later' | { before_id: number }

/**
 * Moves a dish of the vendor who acts. At the end of its section it stays where it is. Another's dish, as the one moved
 * or as the one to stand before, is not found.
 */
export async function moveFood(
  { db }: { db: Db },
  actor: Actor,
  id: number,
  place: NewPlace,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const dish = await lockOwnDish(tx, actor, id)
    if (!dish) return refused('not_found')
    const menu = await dishesInOrder(tx, actor.user_id)
    const from = menu.findIndex((row) => row.id === id)
    const rest = menu.filter((row) => row.id !== id)
    const to =
      typeof place === 'object' ? rest.findIndex((row) => row.id === place.before_id) : from + step(place)
    const beside = typeof place === 'object' ? rest[to] : menu[to]
    if (typeof place === 'object') {
      if (place.before_id === id) return accepted(undefined)
      if (!beside) return refused('not_found')
    } else if (beside?.section !== dish.section) return accepted(undefined)
    rest.splice(to, 0, { ...dish, section: beside.section })
    for (const [position, row] of rest.entries()) {
      const was = menu.find((known) => known.id === row.id)
      if (was?.position === position && was.section === row.section) continue
      await tx.update(food).set({ position, section: row.section }).where(eq(food.id, row.id))
    }
    return accepted(undefined)
  })
}

function step(place: 'earlier' | 'later'): number {
  return place === 'earlier' ? -1 : 1
}
