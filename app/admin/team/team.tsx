import { listAdmins } from '../../../domain/accounts/list-admins.ts'
import { type AdminRole, admin_role_names, admin_roles } from '../../../domain/admin-roles.ts'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { MailText } from '../../ui/mail-text.tsx'
import { Titled } from '../../ui/titled.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/team'
import { teamAction } from './team-action.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Team - ${brand.name}` }]

export const loader = adminLoader(async ({ actor: { user_id }, db }) => {
  const admins = await listAdmins(db)
  return {
    admins: admins.map(({ since, seen_at, ended_at, ...admin }) => ({
      ...admin,
      is_me: admin.user_id === user_id,
      since: formatCampusDateTime(since),
      seen: seen_at && formatCampusDateTime(seen_at),
      ended: ended_at && formatCampusDateTime(ended_at),
    })),
  }
}, 'manage_admins')

export const action = adminAction(teamAction)

type Member = Route.ComponentProps['loaderData']['admins'][number]

export default function Team({ loaderData: { admins } }: Route.ComponentProps) {
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">Team</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Who runs {brand.name}, and what each of them may do. A role holds from the next press of a button on; whoever is
        ended is logged out at once.
      </p>
      <ul className="mt-6 grid items-start gap-4 xl:grid-cols-2">
        {admins.map((admin) => (
          <li key={admin.user_id} className="card p-5">
            <MemberCard admin={admin} />
          </li>
        ))}
      </ul>
      <Titled id="invite" title="Invite somebody" className="card mt-8 max-w-2xl p-5">
        <p className="mt-1 mb-4 text-ink-soft">
          They get a mail with a link that sets their password and works for a day. Since an admin may let money go, you
          are asked for your own password or code first; also for another role, and for letting somebody in again.
        </p>
        <ActionForm key={admins.length} intent="invite" button="Send the invitation" busy="Inviting…" noValidate>
          <Field name="name" label="Name" required maxLength={80} autoComplete="off" />
          <Field name="email" label="Email" type="email" required maxLength={254} autoComplete="off" />
          <RoleField />
        </ActionForm>
      </Titled>
      <Titled id="roles" title="The roles" className="mt-8 max-w-2xl">
        <dl className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
          {admin_role_names.map((role) => (
            <div key={role} className="contents">
              <dt className="font-semibold">{admin_roles[role].name}</dt>
              <dd className="text-ink-soft">{admin_roles[role].about}</dd>
            </div>
          ))}
        </dl>
      </Titled>
    </AnswerBoard>
  )
}

function MemberCard({ admin }: { admin: Member }) {
  const subject = { name: 'user_id', value: admin.user_id }
  return (
    <>
      <h2 className="text-lg font-bold break-words">
        {admin.name || 'Admin'}
        {admin.is_me && <span className="font-normal text-ink-soft"> (you)</span>}
      </h2>
      <p>
        <MailText address={admin.email} />
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {admin_roles[admin.admin_role].name}. Here since {admin.since}.{' '}
        {admin.ended
          ? `Ended on ${admin.ended}.`
          : admin.seen
            ? `Last seen ${admin.seen}.`
            : 'Not logged in anywhere now.'}{' '}
        {admin.two_factor_enabled ? 'With a second step at login.' : 'Without a second step at login.'}
      </p>
      {admin.ended ? (
        <div className="mt-4">
          <ActionForm intent="restore" subject={subject} button="Let them in again" busy="Saving…" look="quiet" />
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap items-start gap-2">
          <ConfirmWithReason
            intent="role"
            subject={subject}
            ask="Another role…"
            what={`What ${admin.is_me ? 'you' : admin.name || 'this admin'} may do changes at once.`}
            button="Give this role"
            busy="Saving…"
          >
            <RoleField now={admin.admin_role} />
          </ConfirmWithReason>
          {admin.two_factor_enabled && !admin.is_me && (
            <ConfirmWithReason
              intent="end_second_step"
              subject={subject}
              ask="Lost phone…"
              what={
                'For who lost the authenticator app and the backup codes. Call them first: who asks may not be them. ' +
                'Their second step goes away and they are logged out everywhere; at the next login, by password, ' +
                'they set it up anew. Was the phone stolen? Then let them choose a new password before.'
              }
              button="Take the second step away"
              busy="Taking it away…"
            />
          )}
          <ConfirmWithReason
            intent="end"
            subject={subject}
            ask="End…"
            what={
              admin.is_me
                ? 'You are logged out everywhere and cannot come back, unless another owner lets you.'
                : 'They are logged out everywhere and cannot log in any more. What they did stays in the audit log.'
            }
            button="End as an admin"
            busy="Ending…"
          />
        </div>
      )}
    </>
  )
}

function RoleField({ now }: { now?: AdminRole }) {
  return (
    <SelectField name="admin_role" label="Role" defaultValue={now ?? ''} required>
      {!now && <option value="">Please choose</option>}
      {admin_role_names.map((role) => (
        <option key={role} value={role}>
          {admin_roles[role].name}
        </option>
      ))}
    </SelectField>
  )
}
