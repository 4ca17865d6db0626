import { data } from 'react-router'
import { featuredVendors } from '../../../domain/catalog/vendor-lists.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { services_context } from '../../services.ts'
import type { Route } from './+types/home'
import { FeaturedRestaurants } from './featured-restaurants.tsx'
import { PartnerTabs } from './partner-tabs.tsx'
import { Still } from './still.tsx'
import { stillHtmlFor } from './still-html.server.ts'

export const handle: PageHandle = { public: true }

export const headers = cachedPageHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, log } = context.get(services_context)
  const still = stillHtmlFor(request)
  try {
    const { vendors, valid_until } = await featuredVendors(db, clock.now())
    return cachedPage({ featured: vendors, still }, valid_until)
  } catch (error) {
    // When the restaurants cannot be fetched, that is logged and the rest of the page stands.
    log.error({ err: error }, 'the featured restaurants could not be read')
    return data({ featured: null, still })
  }
}

export default function Home({ loaderData: { featured, still } }: Route.ComponentProps) {
  return (
    <>
      <Still part="hero" html={still} />
      <FeaturedRestaurants vendors={featured} />
      <Still part="how_it_works" html={still} />
      <PartnerTabs html={still} />
      <Still part="coming_soon" html={still} />
      <Still part="faq" html={still} />
    </>
  )
}
