import {
  type Allergen,
  allergen_names,
  type Diet,
  diet_names,
  wholeDiets,
} from '../domain/catalog/menu/dish-contents.ts'
import type { DemoDish } from './demo-vendor.ts'

/** As the table holds it. */
type DishContents = { diets: Diet[]; allergens: Allergen[] | null }

/** Of dishes whose name tells what is in them everywhere on campus; the first that fits counts. */
const known: readonly (readonly [name: RegExp, contents: DishContents])[] = [
  [/^(bottled water|coconut water|watermelon|(fresh )?orange juice|fruit salad)/i, says('vegan halal')],
  [/zobo|^kunu zaki|^dodo$|^fried plantain$/i, says('vegan halal')],
  [/^(fresh )?palm wine/i, says('vegan')],
  [/^(roasted groundnuts|boli & groundnut|kunu gyada)/i, says('vegan halal', 'groundnut')],
  [/^puff-puff|^agege bread/i, says('vegan halal', 'wheat')],
  [/^(boiled egg|fried eggs?)/i, says('vegetarian halal', 'egg')],
  [/^(fura da nono|greek yoghurt|yoghurt drink)/i, says('vegetarian halal', 'milk')],
  [/^coleslaw/i, says('vegetarian halal', 'milk egg')],
  [/doughnut$/i, says('vegetarian', 'milk egg wheat')],
  [/^meat pie$/i, says('halal', 'milk egg wheat')],
  [/^(beef suya|chicken suya|kilishi)/i, says('halal', 'groundnut')],
  [/^(fried fish|fried titus fish|catfish|catfish pepper soup|grilled tilapia)$/i, says('', 'fish')],
  [/efo riro|egusi/i, says('', 'fish shellfish')],
]

/**
 * What the kitchen of the demo says of a dish; nothing where its name does not tell, or where what is chosen with it
 * decides.
 */
export function contentsOfDemo(dish: DemoDish): DishContents {
  const unsaid: DishContents = { diets: [], allergens: null }
  if (dish.option_groups) return unsaid
  return known.find(([name]) => name.test(dish.name))?.[1] ?? unsaid
}

function says(suited: string, inside = ''): DishContents {
  return {
    diets: wholeDiets(diet_names.filter((name) => suited.split(' ').includes(name))),
    allergens: allergen_names.filter((name) => inside.split(' ').includes(name)),
  }
}
