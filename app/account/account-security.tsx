import { Form, useNavigation } from 'react-router'
import { isMailConfirmed } from '../../domain/accounts/confirm-mail.ts'
import { type OwnSession, ownSessions } from '../../domain/accounts/own-sessions.ts'
import { loginWords } from '../../domain/accounts/phone-login.ts'
import { brand } from '../../domain/brand.ts'
import { formatCampusDateTime, HOUR_MS } from '../../domain/clock.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { isLostLine, type LostLine } from '../ui/forms/answer-lost-line.ts'
import { LostLineNotice } from '../ui/forms/lost-line-notice.tsx'
import { usePageAnswer } from '../ui/forms/use-page-answer.ts'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/account-security'
import { changeSecurity, isRequired, type SecurityAnswer } from './account-security-action.server.ts'
import { PasswordSection } from './password-section.tsx'
import { requireOwnSession } from './require-role.ts'
import { SessionsSection } from './sessions-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Security - ${brand.name}` }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, two_factor_enabled, session_id } = await requireOwnSession(context, request)
  const services = context.get(services_context)
  const own = await ownSessions(services, { user_id: actor.user_id, session_id })
  const now = services.clock.now()
  return {
    email: loginWords(actor.email),
    // Nothing that an admin does needs a confirmed address.
    confirmed: actor.role === 'admin' || (await isMailConfirmed(services.db, actor.user_id)),
    on: two_factor_enabled,
    required: isRequired(actor, services),
    sessions: own.map((one) => ({
      id: one.id,
      device: one.device,
      is_this: one.is_this,
      seen: seenWords(one, now),
    })),
  }
}

/** A session's last use is known to the hour. */
function seenWords({ seen_at, begun_at }: OwnSession, now: Date): string {
  const fresh = now.getTime() - seen_at.getTime() < HOUR_MS
  const used = fresh ? 'Used within the last hour' : `Last used around ${formatCampusDateTime(seen_at)}`
  return `${used}. Logged in on ${formatCampusDateTime(begun_at)}.`
}

export async function action({ context, request }: Route.ActionArgs) {
  const owner = await requireOwnSession(context, request)
  const form = await readFields(request)
  return changeSecurity(context.get(services_context), request, owner, form)
}

export default function AccountSecurity({ loaderData }: Route.ComponentProps) {
  const { email, confirmed, on, required, sessions } = loaderData
  const page_answer = usePageAnswer<SecurityAnswer | LostLine>()
  const answer = isLostLine(page_answer) ? undefined : page_answer
  const told = (...intents: string[]) => (answer?.ok && intents.includes(answer.intent) ? answer : null)
  const two_step = <TwoStepSection on={on} required={required} answer={answer} />
  // It stays where it was while somebody reads that it is on now.
  const comes_first = required && (!on || told('confirm') !== null)
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-3xl font-extrabold">Security</h1>
      <p className="mt-1 text-ink-soft">{email}</p>
      {isLostLine(page_answer) && <LostLineNotice what="Everything here may be as before." />}
      {!confirmed && <Unconfirmed message={told('send_confirmation')?.said} />}
      {comes_first && two_step}
      <SessionsSection sessions={sessions} message={told('end_session', 'end_others')?.said} />
      <PasswordSection done={told('change_password')} />
      {!comes_first && two_step}
    </div>
  )
}

/** Shown until the link in the registration mail is opened. */
function Unconfirmed({ message }: { message: string | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="mt-4 space-y-3">
      {message ? (
        <Notice kind="good">{message}</Notice>
      ) : (
        <Notice kind="warn">
          This email is not confirmed yet. Open the link in our mail: before that no bank account can be added, and no
          invitation into a kitchen accepted.
        </Notice>
      )}
      <Form method="post">
        <input type="hidden" name="intent" value="send_confirmation" />
        <button type="submit" className={buttonClass('quiet')} disabled={busy}>
          Send the mail again
        </button>
      </Form>
    </div>
  )
}
