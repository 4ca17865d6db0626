import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { loginWords } from '../../../domain/accounts/phone-login.ts'
import { brand } from '../../../domain/brand.ts'
import {
  declineByPhone,
  joinByPhone,
  phoneInvitation,
  registerByPhone,
} from '../../../domain/catalog/staff/join-by-phone.ts'
import { MOST_STAFF } from '../../../domain/catalog/staff/lock-staff.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { kitchenRole } from '../../../domain/kitchen-roles.ts'
import type { Refused } from '../../../domain/refusal.ts'
import { enter } from '../../account/enter.server.ts'
import { AccountFrame, email_field, text_link } from '../../account/frame.tsx'
import { LogoutButton } from '../../account/logout-button.tsx'
import { readSignedIn, requireSession } from '../../account/require-role.ts'
import { home_of, loginPath } from '../../account/safe-path.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { visitorOf } from '../../request/visitor.ts'
import { type AppServices, services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { done, inWords, refusal, wrongFields } from '../../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SentLinkError } from '../../ui/sent-link-error.tsx'
import { goToKitchen } from '../kitchens/kitchens-action.server.ts'
import type { Route } from './+types/join'

export { SentLinkError as ErrorBoundary }

export const meta: Route.MetaFunction = () => [{ title: `You are invited - ${brand.name}` }]

/** What somebody sees who got a text message from a kitchen. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  const invitation = await phoneInvitation(context.get(services_context), token)
  if (!invitation) throw data(null, { status: 404 })
  const signed_in = await readSignedIn(context, request)
  if (signed_in && invitation.joined_id === signed_in.actor.user_id) throw redirect(home_of.vendor)
  const { kitchen, role, phone, is_open, expires_at } = invitation
  const { name: role_name, about } = kitchenRole(role)
  const me = signed_in && {
    login: loginWords(signed_in.actor.email),
    may_join: signed_in.actor.role === 'vendor' && !signed_in.tablet,
    is_tablet: signed_in.tablet !== null,
  }
  const until = formatCampusDateTime(expires_at)
  return { kitchen, role_name, about, phone, is_open, until, me, login_path: loginPath(`/join/${token}`) }
}

const ASK_AGAIN = 'Please ask the kitchen for a new link.'

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  if (!(await phoneInvitation(services, token))) throw data(null, { status: 404 })
  switch (textOf(form, 'intent')) {
    case 'decline':
      await declineByPhone(services, token)
      return done(form, 'You said no. Nothing was changed, and they do not ask you again this week.')
    case 'join': {
      const { actor, session_id, tablet } = await requireSession(context, request)
      if (actor.role !== 'vendor' || tablet) return refusal(form, 403, 'This login cannot join a kitchen.')
      const joined = await joinByPhone(services, actor, token)
      if (joined.ok) return goToKitchen(services, actor, session_id, joined.value.vendor_id, home_of.vendor)
      return notJoined(form, joined)
    }
    case 'register': {
      const registered =
        (await services.allow('sign_up', visitorOf(request))) &&
        (await services.enter('password', visitorOf(request), () => register(services, request, form, token)))
      return registered || refusal(form, 429, 'A lot of people are signing up right now. Please try again in a minute.')
    }
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

async function register(services: AppServices, request: Request, form: FormData, token: string) {
  const typed = { email: textOf(form, 'email'), password: textOf(form, 'password') }
  const deps = { ...services, passwords: services.auth.passwords }
  const made = await registerByPhone(deps, token, typed)
  if (!made.ok) {
    if (made.reason === 'fields') return wrongFields(form, made.details)
    if (made.reason !== 'email_taken') return notJoined(form, made)
    const said = 'has a login already. Please log in with it below, and say yes then.'
    return refusal(form, 409, typed.email.trim() ? `This address ${said}` : `This phone number ${said}`)
  }
  const tried = await services.auth.signIn(request.headers, { email: made.value.email, password: typed.password })
  return tried.outcome === 'signed_in'
    ? enter(services, request, form, tried, home_of.vendor)
    : redirect('/login' satisfies Address)
}

function notJoined(form: FormData, refused: Refused<'over' | 'full' | 'works_here' | 'ended'>) {
  return inWords(form, refused, {
    over: [409, `This invitation was used, taken back, or is too old. ${ASK_AGAIN}`],
    full: [409, `${MOST_STAFF} people work there already. Please ask whoever invited you.`],
    works_here: [409, 'You work there already with this login. The link is for somebody else.'],
    ended: [409, 'You worked there before. Please ask an owner to let you in again on the Staff screen.'],
  })
}

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const { kitchen, role_name, about, is_open, until, me } = loaderData
  const wrong = actionData?.ok === false ? actionData : null
  if (actionData?.ok || !is_open) {
    return (
      <AccountFrame title={`Work at ${kitchen}`} lead="The invitation is over.">
        <Notice kind={actionData?.ok ? 'good' : 'bad'}>
          {actionData?.ok ? actionData.said : `This link was used, taken back, or is too old. ${ASK_AGAIN}`}
        </Notice>
        {!actionData?.ok && (
          <Link to={'/login' satisfies Address} className={text_link}>
            Log in
          </Link>
        )}
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title={`Work at ${kitchen}`}
      lead={`You are invited as ${role_name}. That is: ${about}. You can say yes until ${until}.`}
    >
      {wrong?.said && <Notice kind="bad">{wrong.said}</Notice>}
      <RefusedContext value={wrong}>{me ? <WithLogin me={me} /> : <NewLogin loaderData={loaderData} />}</RefusedContext>
      <OneButton intent="decline" button="No, or this is not for me" look="quiet" />
    </AccountFrame>
  )
}

type View = Route.ComponentProps['loaderData']

function WithLogin({ me }: { me: NonNullable<View['me']> }) {
  return (
    <>
      <p className="break-words">
        You are logged in as <strong>{me.login}</strong>.{' '}
        {me.may_join
          ? 'You keep this login and every kitchen that you work in.'
          : me.is_tablet
            ? 'But this is a kitchen’s tablet. Please open the link on your own phone.'
            : 'But this is no kitchen’s login. Please log out, then open the link once more.'}
      </p>
      {me.may_join && <OneButton intent="join" button="Yes, I work there" look="primary" />}
      {!me.is_tablet && <LogoutButton className={buttonClass('quiet', 'w-full')} label="Log out first" />}
    </>
  )
}

function NewLogin({ loaderData: { phone, login_path } }: { loaderData: View }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <Form method="post" noValidate className="space-y-5">
        <input type="hidden" name="intent" value="register" />
        <Field
          {...email_field}
          required={false}
          hint={`If you have one. Else leave this empty, and log in with your phone number, ${phone}.`}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          hint="Choose one with at least 8 characters."
        />
        <button type="submit" className={buttonClass('primary', 'w-full')} disabled={busy}>
          {busy ? 'One moment…' : 'Yes, make my login'}
        </button>
      </Form>
      <p>
        You have a login for another kitchen?{' '}
        <Link to={login_path} className={text_link}>
          Log in and say yes
        </Link>
      </p>
    </>
  )
}

function OneButton({ intent, button, look }: { intent: string; button: string; look: 'primary' | 'quiet' }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <button type="submit" className={buttonClass(look, 'w-full')} disabled={busy}>
        {button}
      </button>
    </Form>
  )
}
