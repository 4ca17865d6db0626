import { data } from 'react-router'
import { featuredVendors } from '../../../domain/catalog/lists/vendor-lists.ts'
import { earliest } from '../../../domain/clock.ts'
import { noticeNow } from '../../../domain/settings/notice.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { Still } from '../../page/still.tsx'
import { stillParts } from '../../page/still-parts.server.ts'
import { services_context } from '../../services.ts'
import { loadEarly } from '../early/load-early.ts'
import type { Route } from './+types/home'
import { homeHtml } from './home-html.server.tsx'

// Somebody who comes from another page needs it too.
loadEarly('carousel_taps')

export const handle: PageHandle = { public: true, offline: 'everybody', early: 'carousel_taps' }

export const headers = cachedPageHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, log } = context.get(services_context)
  try {
    const now = clock.now()
    const [{ vendors, valid_until }, notice] = await Promise.all([featuredVendors(db, now), noticeNow(db, now)])
    const still = stillParts(request, context, { home: homeHtml(vendors, notice) })
    return cachedPage({ still }, earliest(valid_until, notice?.until ?? null))
  } catch (error) {
    // When the restaurants cannot be fetched, that is logged and the rest of the page stands.
    log.error({ err: error }, 'the featured restaurants could not be read')
    return data({ still: stillParts(request, context, { home: homeHtml(null, null) }) })
  }
}

export default function Home({ loaderData: { still } }: Route.ComponentProps) {
  return <Still part="home" parts={still} />
}
