import type { OptionGroup } from '../domain/catalog/menu/option-groups.ts'
import { kobo } from '../domain/money.ts'

/** One must be chosen: Small at the dish's own price, Large for NGN 500 more. */
export const size: OptionGroup = {
  name: 'Size',
  min: 1,
  max: 1,
  options: [
    { name: 'Small', price_kobo: 0 },
    { name: 'Large', price_kobo: kobo(500_00) },
  ],
}

/** None need be chosen, and both may be. */
export const extras: OptionGroup = {
  name: 'Extras',
  min: 0,
  max: 2,
  options: [
    { name: 'Plantain', price_kobo: kobo(300_00) },
    { name: 'Egg', price_kobo: kobo(200_00) },
  ],
}
