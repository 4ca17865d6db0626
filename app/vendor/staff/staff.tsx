import { useOutletContext } from 'react-router'
import { loginWords } from '../../../domain/accounts/phone-login.ts'
import { brand } from '../../../domain/brand.ts'
import { invitedByPhone } from '../../../domain/catalog/staff/invite-by-phone.ts'
import { tabletsOf } from '../../../domain/catalog/staff/kitchen-tablet.ts'
import { listStaff } from '../../../domain/catalog/staff/list-staff.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { type KitchenRole, kitchen_role_names, kitchen_roles, rightToManage } from '../../../domain/kitchen-roles.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { MailText } from '../../ui/mail-text.tsx'
import { Titled } from '../../ui/titled.tsx'
import type { VendorContext } from '../layout.tsx'
import { mayInKitchen } from '../rights.ts'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/staff'
import { historyView } from './history-view.server.ts'
import { KitchenHistory } from './kitchen-history.tsx'
import { PinForms, TabletSection } from './pin-forms.tsx'
import { staffAction } from './staff-action.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Staff - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, db, now, query }) => {
  const staff = await listStaff(db, actor)
  const invited = await invitedByPhone(db, actor)
  const tablets = await tabletsOf(db, actor, now)
  return {
    history: await historyView(db, actor, query.get('before')),
    tablets: tablets.map(({ session_id, made_by, made_at, seen_at }) => ({
      session_id,
      about: `Made by ${made_by} on ${formatCampusDateTime(made_at)}. Last seen ${formatCampusDateTime(seen_at)}.`,
    })),
    invited: invited.map(({ name, role, phone, sent_at, expires_at }) => ({
      ...{ name, role, phone, number: formatPhone(phone), sent: formatCampusDateTime(sent_at) },
      may_change: mayInKitchen(actor, rightToManage(role)),
      is_over: expires_at <= now,
    })),
    staff: staff.map(({ since, seen_at, ended_at, asked_until, ...member }) => ({
      ...member,
      email: loginWords(member.email),
      is_me: member.user_id === actor.user_id,
      may_set_pin: ended_at === null && asked_until === null && mayInKitchen(actor, rightToManage(member.role)),
      may_change: !member.is_founder && mayInKitchen(actor, rightToManage(member.role)),
      since: formatCampusDateTime(since),
      seen: seen_at && formatCampusDateTime(seen_at),
      ended: ended_at && formatCampusDateTime(ended_at),
      asked: asked_until && { until: formatCampusDateTime(asked_until), is_over: asked_until <= now },
    })),
  }
}, 'manage_cooks')

export const action = vendorAction(staffAction)

type Member = Route.ComponentProps['loaderData']['staff'][number]

export default function Staff({ loaderData }: Route.ComponentProps) {
  const { staff, invited, tablets, history } = loaderData
  const { user } = useOutletContext<VendorContext>()
  const roles = kitchen_role_names.filter((role) => mayInKitchen(user, rightToManage(role)))
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">Staff</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Who works in your kitchen, and what each of them may do. A role holds from the next press of a button on;
        whoever is ended is logged out at once.
      </p>
      <ul className="mt-6 grid items-start gap-4 xl:grid-cols-2">
        {staff.map((member) => (
          <li key={member.user_id} className="card p-5">
            <MemberCard member={member} roles={roles} />
          </li>
        ))}
        {invited.map((one) => (
          <li key={one.phone} className="card p-5">
            <InvitedCard invited={one} />
          </li>
        ))}
      </ul>
      <Titled id="invite" title="Invite somebody" className="card mt-8 max-w-2xl p-5">
        <p className="mt-1 mb-4 text-ink-soft">
          They get a mail, or a text message on their phone, with a link to a login of their own, which works for a day.
          Who has a login for another kitchen keeps it, and agrees with it. Nobody needs a mail address.
        </p>
        <ActionForm
          key={staff.length + invited.length}
          intent="invite"
          button="Send the invitation"
          busy="Inviting…"
          noValidate
        >
          <Field name="name" label="Name" required maxLength={80} autoComplete="off" />
          <Field
            name="email"
            label="Email or phone number"
            autoCapitalize="none"
            required
            maxLength={254}
            autoComplete="off"
          />
          <RoleField roles={roles} />
        </ActionForm>
      </Titled>
      <TabletSection has_pins={staff.some(({ has_pin }) => has_pin)} tablets={tablets} />
      <Titled id="roles" title="The roles" className="mt-8 max-w-2xl">
        <dl className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
          {kitchen_role_names.map((role) => (
            <div key={role} className="contents">
              <dt className="font-semibold">{kitchen_roles[role].name}</dt>
              <dd className="text-ink-soft">{kitchen_roles[role].about}</dd>
            </div>
          ))}
        </dl>
      </Titled>
      <KitchenHistory history={history} />
    </AnswerBoard>
  )
}

function MemberCard({ member, roles }: { member: Member; roles: readonly KitchenRole[] }) {
  const subject = { name: 'user_id', value: member.user_id }
  const { asked, ended } = member
  return (
    <>
      <h2 className="text-lg font-bold break-words">
        {member.name || member.email}
        {member.is_me && <span className="font-normal text-ink-soft"> (you)</span>}
      </h2>
      <p>
        <MailText address={member.email} />
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {member.is_founder ? 'Owner, who registered the kitchen.' : `${kitchen_roles[member.role].name}.`}{' '}
        {asked ? askedText(asked, ended !== null) : `Here since ${member.since}. ${presenceText(member)}`}
      </p>
      {member.may_set_pin && <PinForms member={member} />}
      {member.may_change && ended && !asked && (
        <div className="mt-4">
          <ActionForm intent="restore" subject={subject} button="Let them in again" busy="Saving…" look="quiet" />
        </div>
      )}
      {member.may_change && !ended && (
        <div className="mt-4 flex flex-wrap items-start gap-2">
          {roles.length > 1 && (
            <ConfirmWithReason
              intent="role"
              subject={subject}
              ask="Another role…"
              what={`What ${member.is_me ? 'you' : member.name} may do changes at once.`}
              button="Give this role"
              busy="Saving…"
            >
              <RoleField roles={roles} now={member.role} />
            </ConfirmWithReason>
          )}
          <ConfirmWithReason
            intent="end"
            subject={subject}
            ask="End…"
            what={
              member.is_me
                ? 'You are logged out everywhere and cannot come back, unless another owner lets you.'
                : asked
                  ? 'They are asked no more.'
                  : 'They are logged out everywhere and cannot log in any more. What they did stays in the history.'
            }
            button={asked ? 'Take the invitation back' : 'End their work here'}
            busy="Ending…"
          />
        </div>
      )}
    </>
  )
}

/** Invited by text message: nobody knows yet with which login they come. */
function InvitedCard({ invited }: { invited: Route.ComponentProps['loaderData']['invited'][number] }) {
  const { name, role, phone, number, sent, may_change, is_over } = invited
  return (
    <>
      <h2 className="text-lg font-bold break-words">{name}</h2>
      <p>{number}</p>
      <p className="mt-1 text-sm text-ink-soft">
        {kitchen_roles[role].name}. Invited by text message on {sent}:{' '}
        {is_over ? 'nobody used the link in time.' : 'the link works for a day.'}
      </p>
      {may_change && (
        <div className="mt-4 flex flex-wrap items-start gap-2">
          <ActionForm
            intent="invite"
            subject={{ name: 'email', value: number }}
            button="Send a new link"
            busy="Sending…"
            look="quiet"
          >
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="role" value={role} />
          </ActionForm>
          <ActionForm
            intent="withdraw"
            subject={{ name: 'phone', value: phone }}
            button="Take the invitation back"
            busy="Ending…"
            look="quiet"
          />
        </div>
      )}
    </>
  )
}

function presenceText({ ended, seen }: Member): string {
  if (ended) return `Ended on ${ended}.`
  return seen ? `Last seen ${seen}.` : 'Not logged in anywhere now.'
}

/** Who works in another kitchen has to agree first. */
function askedText({ until, is_over }: NonNullable<Member['asked']>, ended: boolean): string {
  if (ended) return 'The invitation is over.'
  return is_over ? `Did not answer by ${until}.` : `Invited: they work elsewhere too, and have until ${until} to agree.`
}

function RoleField({ roles, now }: { roles: readonly KitchenRole[]; now?: KitchenRole }) {
  return (
    <SelectField name="role" label="Role" defaultValue={now ?? (roles.length === 1 ? roles[0] : '')} required>
      {!now && roles.length > 1 && <option value="">Please choose</option>}
      {roles.map((role) => (
        <option key={role} value={role}>
          {kitchen_roles[role].name}
        </option>
      ))}
    </SelectField>
  )
}
