import { data, redirect, redirectDocument } from 'react-router'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import { brand } from '../../../domain/brand.ts'
import {
  type PayRequest,
  payRequest,
  startPaymentForAnother,
  txRefByPayLink,
} from '../../../domain/checkout/payment/pay-link.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { services_context } from '../../services.ts'
import { type Refused, refused } from '../../ui/forms/action-answer.ts'
import { SentLinkError } from '../../ui/sent-link-error.tsx'
import { confirmReference, TOO_MANY_PAY } from '../order-summary/confirm-by-link.server.ts'
import { readTold } from '../order-summary/told-wire.ts'
import { StillPage } from '../still-page.tsx'
import { movedText } from '../window-words.ts'
import type { Route } from './+types/pay'
import { payHtml } from './pay-html.server.tsx'

export { SentLinkError as ErrorBoundary }

// A page that is awake holds no press.
export const handle: PageHandle = { wake: 'at_once' }

/** Also what a chat shows of the link: who asks, for how much, and the picture of the house. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title} - ${brand.name}` : `This link leads nowhere - ${brand.name}` },
  ...(loaderData
    ? [
        { property: 'og:title', content: loaderData.title },
        { property: 'og:description', content: loaderData.greeting || brand.tagline },
        { property: 'og:image', content: loaderData.picture },
      ]
    : []),
]

/** What somebody sees who is asked to pay for another. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { searchParams: query } = new URL(request.url)
  // Back from the provider's page, whose words are never believed: the provider itself is asked.
  if (query.has('status')) {
    const tx_ref = await txRefByPayLink(services.db, params.token, query.get('tx_ref') ?? '')
    if (tx_ref && (await services.allow('payment_attempt', params.token)))
      await confirmReference(services, tx_ref, query.get('transaction_id') ?? '')
    throw redirect(`/pay/${params.token}` satisfies Address)
  }
  const asked = await payRequest(services, params.token)
  if (!asked) throw data(null, { status: 404 })
  return {
    title: `${asked.first_name} asks you to pay ${formatNaira(asked.total)}`,
    greeting: asked.greeting,
    picture: `${services.public_url}/share.png`,
    html: payHtml({ asked, token: params.token, test_mode: services.test_mode, refused: null }),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const here = `/pay/${params.token}` satisfies Address
  const form = await readFields(request)
  const asked = await payRequest(services, params.token)
  if (!asked) throw data(null, { status: 404 })
  const answered = (status: number, wrong: Refused) =>
    data({ html: payHtml({ asked, token: params.token, test_mode: services.test_mode, refused: wrong }) }, status)
  const no = (status: number, said: string) => answered(status, refused(form, said))
  if (!(await services.allow('payment_attempt', params.token)))
    return no(429, 'That was many tries in a short time. Please wait a minute.')
  const started = await startPaymentForAnother(services, params.token, {
    email: textOf(form, 'email'),
    shown: textOf(form, 'shown'),
    told: readTold(textOf(form, 'told')),
  })
  if (!started.ok) {
    switch (started.reason) {
      case 'bad_email':
        return answered(422, refused(form, '', { email: 'This address cannot receive mail. Is it complete?' }))
      case 'changed':
        return no(409, `${asked.first_name} has changed this order. Please look at it once more. You paid nothing.`)
      case 'not_found':
      case 'paid':
      case 'replaced':
        // The page itself says so.
        return redirect(here, 303)
      case 'window_moved':
        return no(409, movedText(started.details))
      case 'group_gone':
        return no(409, `${asked.first_name} has changed this order since. Please ask for a new link. You paid nothing.`)
      case 'nobody_on_duty':
        return no(409, nobodyBrings(asked))
      default:
        return no(
          409,
          `Something in the order has changed. Please ask ${asked.first_name} to look at it. You paid nothing.`,
        )
    }
  }
  try {
    const page = await services.paymentPage(started.value, `${services.public_url}${here}`)
    return page === null ? no(429, TOO_MANY_PAY) : redirectDocument(page)
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    return no(503, 'The payment page cannot be reached. Nothing was charged: try again in a minute.')
  }
}

/** Nobody can bring the order when it is wanted, as who pays for another reads it. */
function nobodyBrings({ first_name, is_for_slot }: Pick<PayRequest, 'first_name' | 'is_for_slot'>): string {
  const why = is_for_slot ? 'No rider is planned for that time any more' : 'No rider is on duty right now'
  return `${why}. Please ask ${first_name} to look at the order. You paid nothing.`
}

export default function Pay(props: Route.ComponentProps) {
  return <StillPage {...props} width="max-w-xl" />
}
