import type { Params } from 'react-router'
import type { Db } from '../../db/handle.ts'
import { dishName } from '../../domain/catalog/menu/dish-name.ts'
import { textOf } from '../request/form-texts.ts'

/** What each form of a kitchen's screens does, as its people read it afterwards. */
const words: Readonly<Record<string, string>> = {
  accept: 'Accepted an order',
  more_time: 'Took more time for an order',
  missing: 'Said that a dish of an order is out',
  found: 'Said that a dish of an order is there after all',
  packs: 'Said in how many packs an order goes',
  came_back: 'Said that the food of an order is back',
  undo: 'Took back a step of an order',
  complete: 'Marked an order as ready',
  reject: 'Rejected an order',
  collect: 'Handed over an order',
  not_collected: 'Closed an order that nobody collected',
  save: 'Saved a dish',
  delete: 'Deleted a dish',
  sold_out: 'Said what is sold out',
  move: 'Moved a dish on the menu',
  import: 'Brought in a menu from a file',
  hours: 'Changed the opening hours',
  times: 'Changed the times',
  auto_accept: 'Changed what is accepted by itself',
  pause: 'Stopped new orders for a while',
  resume: 'Let new orders come in again',
  photo: 'Changed the photo',
}

/** What a form does, and to which order or dish. */
export async function actIn(db: Db, vendor_id: string, form: FormData, params: Params) {
  const intent = textOf(form, 'intent')
  const order_id = textOf(form, 'order_id') || params.id
  const dish_id = Number(textOf(form, 'id') || Number.NaN)
  const typed = textOf(form, 'name').slice(0, 100)
  const about = order_id && /^\d{1,15}$/.test(order_id) ? `Order ${order_id}` : await dishName(db, vendor_id, dish_id)
  return { did: words[intent] ?? intent.replaceAll('_', ' ').slice(0, 40), about: about ?? (typed || undefined) }
}
