import { type Needs, suits } from './dish-contents.ts'
import type { VendorMenu } from './vendor-menu.ts'

type Sections = VendorMenu['sections']

/** What somebody looks for on a menu: words, and what they may eat. */
export type MenuWish = Needs & { search: string }

/** `unsaid`: how many are left out only because their kitchen has not said what is in them, or in their choices. */
export type NarrowedMenu = { sections: Sections; shown: number; total: number; unsaid: number }

/**
 * The dishes of a menu that somebody looks for, in its sequence; sections without one are left out
 * (docs/product.md#restaurant-page). Every word of `search` stands in the dish's name or description, or in its
 * section's name, without accents and capitals.
 */
export function narrowMenu(sections: Sections, { search, diets, without }: MenuWish): NarrowedMenu {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const narrowed: Sections = []
  let unsaid = 0
  for (const { name, dishes } of sections) {
    const kept = dishes.filter((dish) => {
      const text = plain(`${dish.name} ${dish.description ?? ''} ${name}`)
      if (!words.every((word) => text.includes(word))) return false
      const answer = suits(dish, { diets, without })
      if (answer === 'unsaid') unsaid++
      return answer === true
    })
    if (kept.length > 0) narrowed.push({ name, dishes: kept })
  }
  return { sections: narrowed, shown: count(narrowed), total: count(sections), unsaid }
}

const count = (sections: Sections) => sections.reduce((sum, { dishes }) => sum + dishes.length, 0)

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
