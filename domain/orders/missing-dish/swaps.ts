import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { isSoldOut } from '../../catalog/hours/availability.ts'
import { contentsText } from '../../catalog/menu/dish-contents.ts'
import { sameName } from '../../catalog/menu/fit-choices.ts'
import { type ChosenOption, nameWithChoices } from '../../catalog/menu/option-groups.ts'
import { cheapestChoices, lowestPrice } from '../../catalog/menu/option-rules.ts'
import { food } from '../../catalog/tables.ts'
import { type Kobo, kobo } from '../../money.ts'
import { type DishesLeft, paidOfDishes, type RefundableOrder } from '../refunds/refundable.ts'
import type { MissingDish } from './missing-of-orders.ts'

/** So many are offered, so that all of them fit a phone. */
const MOST_SWAPS = 6

/** A dish that may come instead, with the cheapest of the choices that it needs; what goes back is for all portions. */
export type Swap = {
  dish_id: number
  dish: string
  options: readonly ChosenOption[]
  /** With its choices. */
  name: string
  /** What its kitchen says is in it; empty where it says nothing. */
  contents: string
  price_kobo: Kobo
  back_kobo: Kobo
}

/**
 * What the same kitchen has instead of a missing dish: on sale, not dearer, and not missing from the order itself.
 * First what stands under the same heading of the menu, then what costs as much.
 */
export async function swapsFor(
  db: Db | Tx,
  of: DishesLeft & { order: { vendor_id: string } },
  missing: MissingDish,
  of_order: readonly MissingDish[],
  now: Date,
): Promise<Swap[]> {
  const menu = await db
    .select()
    .from(food)
    .where(eq(food.vendor_id, of.order.vendor_id))
    .orderBy(food.position, food.id)
  const section = menu.find(({ name }) => sameName(name, missing.dish))?.section
  const gone = of_order.filter(({ outcome }) => outcome !== 'found')
  return menu
    .filter((dish) => !isSoldOut(dish, now) && !gone.some((other) => sameName(other.dish, dish.name)))
    .map((dish) => {
      const options = cheapestChoices(dish.option_groups)
      const price_kobo = lowestPrice({ price_kobo: dish.price, option_groups: dish.option_groups }).kobo
      return {
        is_near: dish.section === section,
        swap: {
          dish_id: dish.id,
          dish: dish.name,
          options,
          name: nameWithChoices({ name: dish.name, options }),
          contents: contentsText(dish),
          price_kobo,
          back_kobo: paidOfDishes(of, kobo((missing.price - price_kobo) * missing.quantity)).food_kobo,
        },
      }
    })
    .filter(({ swap }) => swap.price_kobo <= missing.price)
    .sort((one, other) => Number(other.is_near) - Number(one.is_near) || one.swap.back_kobo - other.swap.back_kobo)
    .slice(0, MOST_SWAPS)
    .map(({ swap }) => swap)
}

/** What a customer has again of a missing dish that is left out: what was paid for it, as far as that is left. */
export function leftOutBack(of: RefundableOrder, { price, quantity }: Pick<MissingDish, 'price' | 'quantity'>): Kobo {
  return kobo(Math.min(paidOfDishes(of, kobo(price * quantity)).food_kobo, of.food_left_kobo))
}
