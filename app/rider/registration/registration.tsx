import { data } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { bankIdOf } from '../../../domain/catalog/bank-account/find-bank.ts'
import { ownRider } from '../../../domain/delivery/riders/own-rider.ts'
import { formatPhone, parsePhone } from '../../../domain/phone.ts'
import { landmarkNames } from '../../../domain/places/landmark-names.ts'
import { bankList } from '../../account/bank-list.server.ts'
import { requireRider } from '../../account/require-role.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../request/read-form.ts'
import { services_context } from '../../services.ts'
import { Facts } from '../../ui/facts.tsx'
import { refused } from '../../ui/forms/action-answer.ts'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Standing } from '../desk/standing.tsx'
import { riderLoader } from '../rider-screen.server.ts'
import type { Route } from './+types/registration'
import { submitRegistration } from './registration-action.server.ts'
import { RegistrationForm } from './registration-form.tsx'

export const handle: PageHandle = { files: true }

export const meta: Route.MetaFunction = () => [{ title: `Registration - ${brand.name}` }]

export const loader = riderLoader(async ({ actor, services }) => {
  const own = await ownRider(services.db, actor)
  if (!own) throw data(null, 404)
  const { rider, locked, draft } = own
  const { status, rejected_reason, suspended_reason } = rider
  const standing = { status, submitted: locked, rejected_reason, suspended_reason }
  if (!locked) {
    const landmarks = await landmarkNames(services.db)
    const banks = await bankList(services)
    return {
      kind: 'open' as const,
      standing,
      fields: { ...(banks && { bank: bankIdOf(banks, rider) }), ...draft.fields },
      landmarks,
      banks,
    }
  }
  const { name, vehicle, landmark, bank_name, account_number, account_name, profile_photo } = rider
  const e164 = rider.phone && parsePhone(rider.phone)
  const phone = e164 ? formatPhone(e164) : rider.phone
  return {
    kind: 'locked' as const,
    standing,
    rider: { name, phone, vehicle, landmark, bank_name, account_number, account_name, profile_photo },
  }
})

export const shouldRevalidate = loadAfterAnswer

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireRider(context, request)
  const form = await readForm(request, LARGEST_PICTURE_BYTES)
  if (!form) return data(refused(new FormData(), '', { profile_photo: 'Image >15MB' }), 413)
  return submitRegistration(context.get(services_context), actor, form)
}

export default function Registration({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-2xl gap-5">
      <h1 className="text-3xl font-extrabold">Registration</h1>
      {loaderData.kind === 'open' ? (
        <RegistrationForm {...loaderData} />
      ) : (
        <>
          <Standing standing={loaderData.standing} />
          <Summary rider={loaderData.rider} />
        </>
      )}
    </div>
  )
}

type Locked = Extract<Route.ComponentProps['loaderData'], { kind: 'locked' }>

function Summary({ rider }: Pick<Locked, 'rider'>) {
  return (
    <section className="card grid gap-4 p-5">
      {rider.profile_photo && (
        <Picture
          src={rider.profile_photo}
          alt="You, as customers see you"
          sizes="8rem"
          className="aspect-square w-32 rounded-card"
        />
      )}
      <Facts
        facts={[
          ['Name', rider.name],
          ['Phone', rider.phone],
          ['Vehicle', rider.vehicle],
          ['Where you wait', rider.landmark],
          ['Bank', rider.bank_name],
          ['Account Number', rider.account_number],
          ['Account Name', rider.account_name],
        ]}
      />
      <p className="text-sm text-ink-soft">
        Something changed? Call {brand.support_phone}; we open your registration again.
      </p>
    </section>
  )
}
