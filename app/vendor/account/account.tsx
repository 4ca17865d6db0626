import { useEffect } from 'react'
import { data } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { ownProfile } from '../../../domain/catalog/own-profile.ts'
import { campusDate } from '../../../domain/clock.ts'
import { formatPhone, parsePhone } from '../../../domain/phone.ts'
import { knownLandmarks } from '../../../domain/places/known-landmarks.ts'
import { bankList } from '../../account/bank-list.server.ts'
import { requireVendor } from '../../account/require-role.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../endpoints/read-form.ts'
import { services_context } from '../../services.ts'
import { loadAfterAnswer } from '../../ui/answer-lost-line.ts'
import { Notice } from '../../ui/notice.tsx'
import { ScreenError } from '../../ui/screen-error.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Route } from './+types/account'
import { performAccountIntent } from './account-action.server.ts'
import type { AccountAnswer } from './account-answer.ts'
import { ServiceSettings } from './service-settings.tsx'
import { Summary } from './summary.tsx'
import { forgetRegistration, Wizard } from './wizard.tsx'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Account - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireVendor(context, request)
  const services = context.get(services_context)
  const profile = await ownProfile(services.db, actor)
  const now = services.clock.now()
  const vendor = profile?.vendor ?? null
  if (vendor && profile?.locked) {
    const { paused_until } = vendor
    return {
      kind: 'locked' as const,
      vendor: {
        name: vendor.name,
        category: vendor.category,
        phone: phoneText(vendor.phone),
        address: vendor.address,
        landmark: vendor.landmark,
        description: vendor.description,
        bank_name: vendor.bank_name,
        account_number: vendor.account_number,
        account_name: vendor.account_name,
        profile_photo: vendor.profile_photo,
        status: vendor.status,
      },
      service: {
        week_hours: vendor.week_hours ?? [],
        hours_exceptions: vendor.hours_exceptions.filter(({ date }) => date >= campusDate(now)),
        preparation_minutes: vendor.preparation_minutes,
        delivery_time: vendor.delivery_time,
        profile_photo: vendor.profile_photo,
        paused_until: paused_until && paused_until > now ? paused_until.getTime() : null,
        today: campusDate(now),
      },
    }
  }
  return {
    kind: 'wizard' as const,
    step: profile?.draft.step ?? 0,
    fields: profile?.draft.fields ?? {},
    landmarks: await knownLandmarks(services.db),
    banks: await bankList(services),
  }
}

/** Stored for machines, shown as people write it. */
function phoneText(phone: string | null): string | null {
  const e164 = phone ? parsePhone(phone) : null
  return e164 ? formatPhone(e164) : phone
}

/** A refusal can lead back to another step. */
export const shouldRevalidate = loadAfterAnswer

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireVendor(context, request)
  const form = await readForm(request, LARGEST_PICTURE_BYTES)
  if (!form) return data<AccountAnswer>({ errors: { profile_photo: 'Image >15MB' } }, 413)
  return performAccountIntent(context.get(services_context), actor, form)
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const done = actionData?.done
  const locked = loaderData.kind === 'locked'
  useEffect(() => {
    if (locked) forgetRegistration()
  }, [locked])
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
      {loaderData.kind === 'wizard' ? (
        <Wizard {...loaderData} answer={actionData} />
      ) : (
        <>
          <Summary vendor={loaderData.vendor} />
          <ServiceSettings service={loaderData.service} answered={actionData} />
        </>
      )}
    </div>
  )
}
