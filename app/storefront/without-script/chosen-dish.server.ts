import { type CartLine, MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { isRefusedNote, noteChoice } from '../../../domain/catalog/menu/dish-note.ts'
import type { MenuDish, VendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { sumKobo } from '../../../domain/money.ts'
import { textOf } from '../../request/form-texts.ts'
import { type Refused, refused } from '../../ui/forms/action-answer.ts'
import { addedPrice, choiceProblem, chosenOptions, type Picked, readPicked } from '../restaurant/option-fields.tsx'
import { NOTE_REFUSED } from '../restaurant/refuse-note.ts'

type Chosen =
  | { ok: true; line: CartLine; picked: Picked }
  /** What is wrong, with what was chosen. */
  | { ok: false; refused: Refused & { picked: Picked } }

/** How many of a dish, and with what, as the form of `addDishHtml` says it. */
export function chosenDish(
  form: FormData,
  { dish, vendor }: { dish: MenuDish; vendor: VendorMenu['vendor'] },
  most = MOST_OF_ONE,
): Chosen {
  const picked = readPicked(form, dish.option_groups)
  const wrong = (said: string, errors = {}): Chosen => ({
    ok: false,
    refused: { ...refused(form, said, errors), picked },
  })
  const quantity = Number(textOf(form, 'quantity'))
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > most) {
    return wrong('', { quantity: 'How many? Please write a whole number from 1.' })
  }
  if (vendor.closed_text) return wrong(`${vendor.closed_text}.`)
  if (dish.sold_out) return wrong(`${dish.name} is sold out.`)
  if (dish.option_groups.some((group, index) => choiceProblem(group, picked[index]?.length ?? 0, true))) {
    return wrong('Please look at your choices again.')
  }
  const note = textOf(form, 'note')
  if (isRefusedNote(note)) return wrong('', { note: NOTE_REFUSED })
  const options = [...chosenOptions(dish.option_groups, picked), ...noteChoice(note)]
  const line = {
    vendor_id: vendor.user_id,
    name: dish.name,
    price_kobo: sumKobo([dish.price_kobo, addedPrice(dish.option_groups, picked)]),
    quantity,
    ...(options.length > 0 ? { options } : {}),
  }
  return { ok: true, line, picked }
}
