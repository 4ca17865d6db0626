import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { SERVICE_HOURS } from '../../../domain/catalog/hours/service-hours.ts'
import { vendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { addDish } from '../../../domain/checkout/group-orders/change-lines.ts'
import { isSecret } from '../../../domain/checkout/group-orders/rules.ts'
import { startGroup } from '../../../domain/checkout/group-orders/start-group.ts'
import { openSlots } from '../../../domain/checkout/slots/slots.ts'
import { koboFromNaira } from '../../../domain/money.ts'
import { SHARED_RIDES } from '../../../domain/orders/runs/ride-settings.ts'
import { deliveryPlaces } from '../../../domain/places/delivery-places.ts'
import { readSettings } from '../../../domain/settings/read-setting.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { visitorOf } from '../../request/visitor.ts'
import { type AppServices, services_context } from '../../services.ts'
import { type Refused, refused } from '../../ui/forms/action-answer.ts'
import { readSlot } from '../checkout/slot-value.ts'
import { StillPage } from '../still-page.tsx'
import { readCookieCart } from '../without-script/cookie-cart.server.ts'
import type { Route } from './+types/start'
import { newSecret, secretHeader } from './member-cookie.server.ts'
import { startHtml } from './start-html.server.tsx'
import { startProblem, TOO_OFTEN } from './words.server.ts'

// Its form goes its own way at once, also where there is a script.
export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Order together from ${loaderData.name}` : 'Vendor not found'} - ${brand.name}` },
]

/** Where somebody starts a group order of a kitchen. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { name, html } = await pageOf(services, params.id, null)
  return { name, html }
}

/** Starts it; what lies in a browser's cart of that kitchen, without script, are the starter's first dishes. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const answered = async (status: number, wrong: Refused) =>
    data({ html: (await pageOf(services, params.id, wrong)).html }, status)
  const { vendor } = await menuOf(services, params.id)
  const secret = textOf(form, 'key')
  // Only what could be started is counted.
  if (isSecret(secret) && !(await services.allow('group_start', visitorOf(request)))) {
    return answered(429, refused(form, TOO_OFTEN))
  }
  const started = await startGroup(services, {
    secret,
    vendor_id: vendor.user_id,
    name: textOf(form, 'name'),
    pays: textOf(form, 'pays') === 'each' ? 'each' : 'one',
    place_id: Number(textOf(form, 'place')) || 0,
    slot_from: readSlot(textOf(form, 'slot')) ?? null,
    minutes: Number(textOf(form, 'minutes')),
    most_each_kobo: limitIn(form),
  })
  if (!started.ok) return answered(422, startProblem(form, started))
  const { token } = started.value
  const cart = await readCookieCart(request)
  for (const [at, line] of cart.lines.entries()) {
    if (line.vendor_id === vendor.user_id) await addDish(services, { token, secret }, line, `${cart.id} ${at}`)
  }
  const header = await secretHeader(token, secret, services.public_url)
  return redirect(`/group/${token}` satisfies Address, { status: 303, headers: { 'set-cookie': header } })
}

/** What each friend may choose for, in kobo; null for no limit. What is no amount is refused by the verb. */
function limitIn(form: FormData): number | null {
  const text = textOf(form, 'most_each').replace(/[\s,₦]/g, '')
  if (text === '') return null
  return /^\d{1,7}$/.test(text) ? koboFromNaira(text) : Number.NaN
}

/** Throws the answer 404 where there is no such kitchen. */
async function menuOf({ db, clock }: AppServices, id: string) {
  const menu = await vendorMenu(db, id, clock.now())
  if (!menu) throw data(null, 404)
  return menu
}

async function pageOf(services: AppServices, id: string, wrong: Refused | null) {
  const { vendor } = await menuOf(services, id)
  const now = services.clock.now()
  const [hours, rides] = await readSettings(services.db, [SERVICE_HOURS, SHARED_RIDES])
  const html = startHtml({
    vendor,
    now,
    rides,
    places: await deliveryPlaces(services.db),
    slots: openSlots(hours, now),
    secret: wrong?.typed['key'] || newSecret(),
    refused: wrong,
  })
  return { name: vendor.name, html }
}

export default StillPage
