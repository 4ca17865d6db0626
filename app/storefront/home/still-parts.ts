import { ComingSoon } from './coming-soon.tsx'
import { Faq } from './faq.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { RestaurantsPanel, RidersPanel } from './partner-panels.tsx'

/** The static parts of the home page. Their links are plain ones (use-followed-links.ts). */
export const still_parts = {
  hero: Hero,
  how_it_works: HowItWorks,
  restaurants: RestaurantsPanel,
  riders: RidersPanel,
  coming_soon: ComingSoon,
  faq: Faq,
} as const

export type StillPart = keyof typeof still_parts
export type StillHtml = Readonly<Record<StillPart, string>>
