import { useEffect } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { bankIdOf } from '../../../domain/catalog/bank-account/find-bank.ts'
import { autoAcceptVersion, hoursVersion, timesVersion } from '../../../domain/catalog/hours/shown-service.ts'
import { isComplete, type OwnProfile, ownProfile } from '../../../domain/catalog/registration/own-profile.ts'
import { mayPromiseFrom } from '../../../domain/catalog/same-price.ts'
import { doneForKitchen } from '../../../domain/catalog/staff/act-for-kitchen.ts'
import { campusDate, formatDate } from '../../../domain/clock.ts'
import { formatPhone, parsePhone } from '../../../domain/phone.ts'
import { knownLandmarks } from '../../../domain/places/known-landmarks.ts'
import { bankList } from '../../account/bank-list.server.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../request/read-form.ts'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { mayInKitchen } from '../rights.ts'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/account'
import { performAccountIntent } from './account-action.server.ts'
import { AnswerByText } from './answer-by-text.tsx'
import { DoneBySupport } from './done-by-support.tsx'
import { ServiceSettings } from './service-settings.tsx'
import { Summary } from './summary.tsx'
import { supportLine } from './support-line.server.ts'
import { useForgetRegistration, Wizard } from './wizard.tsx'

export const handle: PageHandle = { files: true }

export const meta: Route.MetaFunction = () => [{ title: `Account - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, services }) => {
  const profile = await ownProfile(services.db, actor)
  const now = services.clock.now()
  const vendor = profile?.vendor
  const service = vendor && isComplete(vendor) ? serviceOf(vendor, now) : null
  const reply_number = services.sms_reply_number
  const support = (await doneForKitchen(services.db, actor.kitchen.vendor_id)).map(supportLine)
  // What the kitchen is by law, and its bank account, is its owner's business.
  if (!mayInKitchen(actor, 'register')) return { kind: 'service' as const, service, reply_number, support }
  if (vendor && profile?.locked)
    return { kind: 'locked' as const, vendor: summaryOf(vendor), service, reply_number, support }
  const banks = await bankList(services)
  return {
    kind: 'wizard' as const,
    /** Submitted before, and opened to be corrected. */
    unlocked: vendor?.unlocked_at != null,
    step: profile?.draft.step ?? 0,
    fields: { ...(vendor && banks && { bank: bankIdOf(banks, vendor) }), ...profile?.draft.fields },
    version: JSON.stringify(profile?.draft.fields ?? {}),
    landmarks: await knownLandmarks(services.db),
    banks,
    service,
    reply_number,
    support,
  }
}, 'run_kitchen')

type Vendor = OwnProfile['vendor']

function summaryOf(vendor: Vendor) {
  const { name, category, address, landmark, description, status } = vendor
  const { bank_name, account_number, account_name } = vendor
  const business = { name, category, phone: phoneText(vendor.phone), address, landmark, description }
  return { ...business, bank_name, account_number, account_name, status }
}

function serviceOf(vendor: Vendor, now: Date) {
  const { paused_until, preparation_minutes, delivery_time, slot_orders, profile_photo } = vendor
  const { auto_accept_orders, auto_accept_hours } = vendor
  const same_price_from = mayPromiseFrom(vendor, now)
  return {
    week_hours: vendor.week_hours ?? [],
    hours_exceptions: vendor.hours_exceptions.filter(({ date }) => date >= campusDate(now)),
    preparation_minutes,
    delivery_time,
    slot_orders,
    auto_accept_orders,
    auto_accept_hours,
    same_price: vendor.same_price_since !== null,
    same_price_from: same_price_from && formatDate(campusDate(same_price_from)),
    versions: { hours: hoursVersion(vendor), times: timesVersion(vendor), auto_accept: autoAcceptVersion(vendor) },
    profile_photo,
    paused_until: paused_until && paused_until > now ? paused_until.getTime() : null,
    today: campusDate(now),
  }
}

/** Stored for machines, shown as people write it. */
function phoneText(phone: string | null): string | null {
  const e164 = phone ? parsePhone(phone) : null
  return e164 ? formatPhone(e164) : phone
}

/** A refusal can lead back to another step. */
export const shouldRevalidate = loadAfterAnswer

export const action = vendorAction(performAccountIntent, (request) => readForm(request, LARGEST_PICTURE_BYTES), {
  errors: { profile_photo: 'Image >15MB' },
})

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { service } = loaderData
  const done = actionData?.ok && actionData.said
  const locked = loaderData.kind === 'locked'
  useForgetRegistration(locked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer, also when two answers say the same.
  useEffect(() => {
    if (done) toast(done)
  }, [actionData])
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <h1 className="text-3xl font-extrabold">Account</h1>
      {done && (
        // Where scripts run a toast says it.
        <noscript>
          <Notice kind="good">{done}</Notice>
        </noscript>
      )}
      {loaderData.kind === 'wizard' && (
        // A photo that was changed below is the one that the registration shows.
        <Wizard key={service?.profile_photo} {...loaderData} />
      )}
      {loaderData.kind === 'locked' && <Summary vendor={loaderData.vendor} />}
      {loaderData.kind === 'locked' && loaderData.vendor.status === 'Active' && (
        <p>
          Do you cook somewhere else too?{' '}
          <Link to={'/vendor-kitchens' satisfies Address} className="font-semibold underline">
            Open another kitchen
          </Link>
        </p>
      )}
      {service && <ServiceSettings service={service} />}
      {service && loaderData.reply_number && <AnswerByText number={loaderData.reply_number} />}
      {loaderData.support.length > 0 && <DoneBySupport lines={loaderData.support} />}
    </div>
  )
}
