import type { PictureRecipe } from './campus.ts'
import { scene_width } from './picture-backdrop.ts'
import { type Ware, ware_names } from './picture-tones.ts'
import type { Place, Vessel } from './picture-vessels.ts'
import { pick } from './seeded-random.ts'

/** One emoji in the scene: the middle of its foot, the square it fits, and how far it is turned. */
export type Piece = {
  item: string
  ware: Ware | null
  x: number
  foot: number
  box: number
  turn_degrees: number
}
type Spot = Pick<Piece, 'x' | 'foot' | 'box'>
export type Layout = { vessel: Vessel; place: Place; foods: Piece[]; garnish: Piece[]; steam: boolean }

const drinks = new Set(
  '1f379 1f95b 1f964 1f9c3 1f375 2615 1f377 1f378 1f37a 1f9c9 1fad6 1f3fa 1fad9 1f366 1f368 1f367'.split(' '),
)
const own_dishes = new Set(
  '1f35a 1f35b 1f35c 1f35d 1f371 1f372 1f373 1f957 1f958 1f963 1f95e 1f36e 1f35f 1f37f 1fad5 1f961'.split(
    ' ',
  ),
)
const wrapped_or_baked = new Set(
  '1fad4 1f35e 1f956 1f950 1f967 1f32f 1f355 1f953 1f361 1f33d 1f96a'.split(' '),
)
const steaming = new Set(
  '1f35a 1f35b 1f35c 1f35d 1f372 1f958 1f356 1f357 1fad4 1f375 2615 1f41f 1f990 1f980 1f969 1f355'.split(' '),
)
/** Drawings that stand upright in life and look wrong when tilted. */
const upright = (emoji: string) => drinks.has(emoji) || own_dishes.has(emoji)

/** Where everything of a recipe stands, on the grid of the backdrop. */
export function layOut(recipe: PictureRecipe, random: () => number): Layout {
  const [main, ...others] = [recipe.emoji, ...(recipe.extras ?? [])]
  const emoji = main.split(':')[0] ?? main
  const mirrored = random() < 0.5
  const food_count = { single: 1, pair: 2, platter: 3 }[recipe.arrangement]
  const foods = Array.from({ length: food_count }, (_, index) =>
    index === 0 ? main : (others[index - 1] ?? main),
  )
  const vessel = pick(random, vesselsFor(emoji, recipe.arrangement))
  const wide = recipe.arrangement !== 'single'
  const place = { x: 480, y: 570, half_width: { single: 318, pair: 396, platter: 420 }[recipe.arrangement] }
  const side = (x: number) => (mirrored ? scene_width - x : x)
  const lean = (item: string, most_degrees: number) =>
    upright(item.split(':')[0] ?? item) ? 0 : Math.round((random() - 0.5) * 2 * most_degrees)
  const ware = pick(random, [null, ...ware_names])
  const pieces = (items: readonly string[], spots: readonly Spot[], most_degrees: number): Piece[] =>
    items.flatMap((item, index) => {
      const spot = spots[index]
      return spot ? [{ ...spot, item, ware, x: side(spot.x), turn_degrees: lean(item, most_degrees) }] : []
    })
  return {
    vessel,
    place,
    foods: pieces(foods, food_spots[recipe.arrangement], 9),
    garnish: pieces(others.slice(food_count - 1), wide ? garnish_spots.wide : garnish_spots.single, 24),
    steam: steaming.has(emoji),
  }
}

function vesselsFor(emoji: string, arrangement: PictureRecipe['arrangement']): readonly Vessel[] {
  if (drinks.has(emoji)) return arrangement === 'single' ? ['podium', 'mat'] : ['mat', 'board']
  if (own_dishes.has(emoji)) return arrangement === 'single' ? ['mat', 'board', 'podium'] : ['mat', 'board']
  if (wrapped_or_baked.has(emoji)) return ['board', 'leaf', 'enamel']
  return ['plate', 'enamel', 'leaf', 'plate', 'board']
}

const food_spots: Record<PictureRecipe['arrangement'], readonly Spot[]> = {
  single: [{ x: 480, foot: 612, box: 452 }],
  pair: [
    { x: 352, foot: 594, box: 392 },
    { x: 660, foot: 616, box: 322 },
  ],
  // The first stands in front, between the other two.
  platter: [
    { x: 480, foot: 628, box: 352 },
    { x: 280, foot: 564, box: 306 },
    { x: 684, foot: 564, box: 306 },
  ],
}

const garnish_spots: Record<'single' | 'wide', readonly Spot[]> = {
  single: [
    { x: 132, foot: 672, box: 168 },
    { x: 842, foot: 684, box: 152 },
    { x: 872, foot: 524, box: 116 },
    { x: 92, foot: 520, box: 108 },
  ],
  wide: [
    { x: 92, foot: 700, box: 140 },
    { x: 872, foot: 704, box: 130 },
    { x: 906, foot: 516, box: 100 },
    { x: 58, foot: 512, box: 96 },
  ],
}
