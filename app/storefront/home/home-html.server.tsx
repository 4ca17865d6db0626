import { renderToStaticMarkup } from 'react-dom/server'
import type { VendorCard } from '../../../domain/catalog/vendor-lists.ts'
import { ComingSoon } from './coming-soon.tsx'
import { Faq } from './faq.tsx'
import { FeaturedRestaurants } from './featured-restaurants.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Partners } from './partners.tsx'

/** The home page as HTML: none of it needs React in the browser. `featured` is null when they could not be read. */
export const homeHtml = (featured: readonly VendorCard[] | null): string =>
  renderToStaticMarkup(
    <>
      <Hero />
      <FeaturedRestaurants vendors={featured} />
      <HowItWorks />
      <Partners />
      <ComingSoon />
      <Faq />
    </>,
  )
