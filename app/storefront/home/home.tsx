import { data } from 'react-router'
import { featuredVendors } from '../../../domain/catalog/vendor-lists.ts'
import { cachedPage, cachedPageHeaders } from '../../cached-page.ts'
import { services_context } from '../../services.ts'
import type { Route } from './+types/home'
import { FeaturedRestaurants } from './featured-restaurants.tsx'
import { Hero } from './hero.tsx'
import { PartnerTabs } from './partner-tabs.tsx'
import { Still } from './still.tsx'
import { still_sections } from './still-sections.server.tsx'

export const headers = cachedPageHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, log } = context.get(services_context)
  try {
    const { vendors, valid_until } = await featuredVendors(db, clock.now())
    return cachedPage({ featured: vendors, still: still_sections }, valid_until)
  } catch (error) {
    // Spec §8: when the restaurants cannot be fetched, that is logged and the rest of the page stands.
    log.error({ err: error }, 'the featured restaurants could not be read')
    return data({ featured: null, still: still_sections })
  }
}

export default function Home({ loaderData: { featured, still } }: Route.ComponentProps) {
  return (
    <>
      <Hero picture={<Still html={still.hero_picture} />} />
      <FeaturedRestaurants vendors={featured} />
      <Still html={still.how_it_works} />
      <PartnerTabs partners={still.partners} />
      <Still html={still.coming_soon} />
      <Still html={still.faq} />
    </>
  )
}
