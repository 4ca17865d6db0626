import { useEffect, useRef } from 'react'
import { data } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { claimsOfOrders } from '../../../domain/claims/claim-lists.ts'
import { CLAIMS } from '../../../domain/claims/claim-rules.ts'
import { orderOfKey } from '../../../domain/claims/make-claim.ts'
import { endOf, possibleKinds } from '../../../domain/claims/possible-kinds.ts'
import { problemLinkOpens } from '../../../domain/claims/problem-link.ts'
import { readSetting } from '../../../domain/settings/read-setting.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { type AppServices, services_context } from '../../services.ts'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { LinkError } from '../../ui/link-error.tsx'
import { shrinkPhoto } from '../../ui/pictures/shrink-photo.ts'
import type { Route } from './+types/problem'
import { problemAction } from './problem-action.server.ts'
import { problemHtml, problemOverHtml } from './problem-html.server.tsx'

export const handle: PageHandle = { wake: 'at_once', files: true, tells_of_orders: true }

export const meta: Route.MetaFunction = () => [{ title: `Something wrong? - ${brand.name}` }]

/** Tells what is wrong with one order of the cart, whose link it is: forms that need no script. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return { html: await pageOf(context.get(services_context), params.token, null) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { refused, status } = await problemAction(services, params.token, request)
  return data({ html: await pageOf(services, params.token, refused) }, status)
}

/** Throws the answer 404 for a link that is not ours. */
async function pageOf({ db, clock }: AppServices, track_token: string, refused: Refused | null): Promise<string> {
  const order = await orderOfKey(db, track_token)
  if (!order) throw data(null, { status: 404 })
  const now = clock.now()
  const claims = await claimsOfOrders(db, [order.id])
  const ended = await endOf(db, order)
  if (!problemLinkOpens({ ended_at: ended?.at ?? null, claims }, now))
    return problemOverHtml({ id: order.id, track_token })
  const kinds = await possibleKinds(db, order, await readSetting(db, CLAIMS), now)
  return problemHtml({ order, track_token, kinds, claims, refused })
}

/** What no picture can be made of goes as it is, unless our server would not take it. */
async function makeSmaller(field: HTMLInputElement): Promise<void> {
  const { mostBytes, tooLarge = '', wait = '' } = field.dataset
  const [photo] = field.files ?? []
  if (!photo) return field.setCustomValidity('')
  field.setCustomValidity(wait)
  const small = photo.size > ENOUGH_BYTES ? await shrinkPhoto(photo) : null
  if (field.files?.[0] !== photo) return
  if (small) {
    const list = new DataTransfer()
    list.items.add(new File([small], 'photo.jpg', { type: 'image/jpeg' }))
    field.files = list.files
  }
  field.setCustomValidity(!small && photo.size > Number(mostBytes) ? tooLarge : '')
  if (!field.checkValidity()) field.reportValidity()
}

/** A smaller photo gains nothing. */
const ENOUGH_BYTES = 200 * 1024

export default function Problem({ loaderData, actionData }: Route.ComponentProps) {
  const page = useRef<HTMLDivElement>(null)
  // A photo is made smaller before it is sent over a slow line, or kept until there is one.
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === 'file') void makeSmaller(target)
    }
    const element = page.current
    element?.addEventListener('change', look)
    return () => element?.removeEventListener('change', look)
  }, [])
  return (
    <div
      ref={page}
      className="page-width max-w-2xl py-8"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
      dangerouslySetInnerHTML={{ __html: (actionData ?? loaderData).html }}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LinkError
      error={error}
      title="We do not know this order"
      text="Is the link complete? The one in our SMS opens your order."
      kept="Nothing is sent twice."
      to="/orders"
      label="Your orders on this phone"
    />
  )
}
