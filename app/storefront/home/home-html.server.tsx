import { renderToStaticMarkup } from 'react-dom/server'
import type { VendorCard } from '../../../domain/catalog/lists/vendor-lists.ts'
import { Notice } from '../notice.server.tsx'
import { ComingSoon } from './coming-soon.tsx'
import { Faq } from './faq.tsx'
import { FeaturedRestaurants } from './featured-restaurants.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Partners } from './partners.tsx'

/**
 * The home page as HTML: none of it needs React in the browser. `featured` is null when they could not be read, and
 * `notice` where the marketplace has nothing to tell.
 */
export const homeHtml = (featured: readonly VendorCard[] | null, notice: { words: string } | null): string =>
  renderToStaticMarkup(
    <>
      <Hero />
      {notice && (
        <div className="page-width pt-5">
          <Notice words={notice.words} />
        </div>
      )}
      <FeaturedRestaurants vendors={featured} />
      <HowItWorks />
      <Partners />
      <ComingSoon />
      <Faq />
    </>,
  )
