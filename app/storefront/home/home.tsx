import { data } from 'react-router'
import { featuredVendors } from '../../../domain/catalog/vendor-lists.ts'
import { cachedPage, cachedPageHeaders } from '../../cached-page.ts'
import { services_context } from '../../services.ts'
import type { Route } from './+types/home'
import { ComingSoon } from './coming-soon.tsx'
import { Faq } from './faq.tsx'
import { FeaturedRestaurants } from './featured-restaurants.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { PartnerTabs } from './partner-tabs.tsx'

export const headers = cachedPageHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, log } = context.get(services_context)
  try {
    const { vendors, valid_until } = await featuredVendors(db, clock.now())
    return cachedPage({ featured: vendors }, valid_until)
  } catch (error) {
    // Spec §8: when the restaurants cannot be fetched, that is logged and the rest of the page stands.
    log.error({ err: error }, 'the featured restaurants could not be read')
    return data({ featured: null })
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <FeaturedRestaurants vendors={loaderData.featured} />
      <HowItWorks />
      <PartnerTabs />
      <ComingSoon />
      <Faq />
    </>
  )
}
