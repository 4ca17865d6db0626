import { data } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatNaira } from '../../../domain/money.ts'
import { friendLink } from '../../../domain/promotions/referrals/own-code.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { visitorOf } from '../../request/visitor.ts'
import { services_context } from '../../services.ts'
import { StillPage } from '../still-page.tsx'
import type { Route } from './+types/friend'
import { codeToTry, friendCodeHeader } from './friend-cookie.server.ts'
import { friendHtml } from './friend-html.server.tsx'

// A page that is awake holds no press.
export const handle: PageHandle = { wake: 'at_once' }

/** Also what a chat shows of the link: what it gives, and the picture of the house; nobody's name. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title} - ${brand.name}` : `This link leads nowhere - ${brand.name}` },
  ...(loaderData
    ? [
        { property: 'og:title', content: loaderData.title },
        { property: 'og:description', content: brand.tagline },
        { property: 'og:image', content: loaderData.picture },
      ]
    : []),
]

/**
 * What somebody sees whom a friend sends here; their browser keeps the code until they order. Only codes that are
 * nobody's are counted: beyond that none is looked at for the minute, and the browser keeps what could be one.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const here = { picture: `${services.public_url}/share.png` }
  const visitor = visitorOf(request)
  if (await services.isHeld('friend_link', visitor)) {
    const kept = { ...here, title: 'A lot is going on', html: friendHtml('held') }
    const header = await codeToTry(request, params.code, services.public_url)
    return data(kept, { status: 429, ...(header && { headers: { 'set-cookie': header } }) })
  }
  const offer = await friendLink(services.db, params.code)
  if (offer === 'unknown') await services.allow('friend_link', visitor)
  if (offer === 'unknown' || offer === 'ended') {
    return data({ ...here, title: 'This code does not count any more', html: friendHtml('gone') }, 404)
  }
  const header = await friendCodeHeader(offer.code, services.public_url)
  const title = `A friend gives you ${formatNaira(offer.terms.friend_kobo)} off your first order`
  return data({ ...here, title, html: friendHtml(offer) }, { headers: { 'set-cookie': header } })
}

export default function Friend({ loaderData }: Route.ComponentProps) {
  return <StillPage loaderData={loaderData} width="max-w-xl" />
}
