import { useEffect } from 'react'
import { Link, redirect } from 'react-router'
import { admitSignIn, rememberSuccess } from '../../domain/accounts/admit-sign-in.ts'
import { fieldErrors, sign_in_form } from '../../domain/accounts/forms.ts'
import { loginOf } from '../../domain/accounts/phone-login.ts'
import { COVER_MINUTES } from '../../domain/accounts/tablet-sessions.ts'
import { brand } from '../../domain/brand.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { type AppServices, services_context } from '../services.ts'
import { refusal, wrongFields } from '../ui/forms/action-answer.ts'
import { RefusedContext } from '../ui/forms/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/login'
import { deviceOf } from './device-cookie.ts'
import { enter, refusal_words } from './enter.server.ts'
import { AccountFrame, text_link } from './frame.tsx'
import { inSignInTurn } from './in-sign-in-turn.server.ts'
import { CodeForms, PasswordForm } from './login-forms.tsx'
import { readSignedIn, setting } from './require-role.ts'
import { home_of, safePath } from './safe-path.ts'
import { forgetFigures } from './tab-user.ts'

export const handle: PageHandle = { offline: 'browser' }

export const meta: Route.MetaFunction = () => [{ title: `Log in - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const next = safePath(query.get('next'))
  const signed_in = await readSignedIn(context, request)
  if (signed_in && !signed_in.tablet) throw redirect(next ?? home_of[signed_in.actor.role])
  return {
    asks_for_code: query.get('step') === 'code',
    again: query.has('again'),
    token: query.get('token'),
    // Comes with the page, at no byte of its script.
    hint: 'Or the phone number by which a kitchen invited you.',
    note: signed_in ? AT_TABLET : next ? 'Please log in first. You come back to the page you wanted.' : null,
  }
}

const AT_TABLET =
  `This is the kitchen’s tablet. Log in as yourself, and it is yours for ${COVER_MINUTES} minutes, or until you log ` +
  'out. Then it is the kitchen’s again.'

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const next = safePath(new URL(request.url).searchParams.get('next'))
  const kind = textOf(form, 'intent')
  if (kind === 'code' || kind === 'backup_code') {
    const confirmed = await inSignInTurn(services, request, () => confirm(services, request, form, kind, next))
    return confirmed ?? tooMany(form)
  }
  const parsed = sign_in_form.safeParse({ email: loginOf(textOf(form, 'email')), password: textOf(form, 'password') })
  if (!parsed.success) return wrongFields(form, fieldErrors(parsed.error))
  const signed_in = await inSignInTurn(services, request, (whose) =>
    services.enter('password', whose, () => signIn(services, request, form, parsed.data, next)),
  )
  return signed_in ?? tooMany(form)
}

async function signIn(
  services: AppServices,
  request: Request,
  form: FormData,
  { email, password }: { email: string; password: string },
  next: string | null,
) {
  const device = deviceOf(request, services)
  const who = { email, address: visitorOf(request), device, link: textOf(form, 'token') }
  const admitted = await admitSignIn(services, who)
  if (!admitted.ok) return refusal(form, 429, waitWords(admitted.details.seconds, LINK_HELPS))
  const tried = await services.auth.signIn(request.headers, { email, password })
  switch (tried.outcome) {
    case 'wrong_password':
      return refusal(form, 422, 'Invalid email or password')
    case 'not_allowed':
      return refusal(form, 403, refusal_words[tried.reason])
    case 'second_factor': {
      await rememberSuccess(services, who)
      const query = new URLSearchParams({ step: 'code', ...(next && { next }) })
      return redirect(`/login?${query}` satisfies Address, { headers: setting(tried.cookies) })
    }
    case 'signed_in':
      await rememberSuccess(services, who)
      return enter(services, request, form, tried, next)
  }
}

async function confirm(
  services: AppServices,
  request: Request,
  form: FormData,
  kind: 'code' | 'backup_code',
  next: string | null,
) {
  const code = textOf(form, 'code').replace(/\s/g, '')
  const tried = await services.auth.confirmSignIn(request.headers, { kind, code })
  switch (tried.outcome) {
    case 'wrong_code':
      return refusal(form, 422, 'This code is not right. A new one comes every 30 seconds.')
    case 'locked':
      return refusal(form, 429, waitWords(15 * 60))
    case 'not_allowed':
      return refusal(form, 403, refusal_words[tried.reason])
    case 'start_again': {
      const query = new URLSearchParams({ again: '', ...(next && { next }) })
      return redirect(`/login?${query}` satisfies Address, { headers: setting(tried.cookies) })
    }
    case 'signed_in':
      return enter(services, request, form, tried, next)
  }
}

/** Shown to everybody who has to wait long, whether the account exists or not. */
const LINK_HELPS =
  'If it is your account, check your mail: we may have sent a link that lets you in at once. Choosing a ' +
  'new password helps too.'

function waitWords(seconds: number, help?: string): string {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  const words = `Too many attempts. Please wait ${wait} and try again.`
  return help && seconds >= 60 ? `${words} ${help}` : words
}

function tooMany(form: FormData) {
  return refusal(form, 429, 'A lot of people are logging in right now. Please try again in a minute.')
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { asks_for_code, again, note, token, hint } = loaderData
  const refused = actionData
  useEffect(forgetFigures, [])
  if (asks_for_code) {
    return (
      <AccountFrame
        title="One more step"
        lead="Open your authenticator app and type the six digits that it shows for ChowGate."
        below={
          <Link to={'/login' satisfies Address} className={text_link}>
            Log in with another account
          </Link>
        }
      >
        {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
        <CodeForms />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Log in"
      lead="For vendors, riders and the ChowGate team. You need no account to order food."
      below={
        <>
          New here?{' '}
          <Link to={'/register' satisfies Address} className={text_link}>
            Sign up
          </Link>
        </>
      }
    >
      {refused?.said ? (
        <Notice kind="bad">{refused.said}</Notice>
      ) : again ? (
        <Notice kind="warn">
          That took too long, too many codes were wrong, or a code was used before. Please log in again.
        </Notice>
      ) : token ? (
        <Notice kind="good">
          With this link you can log in while somebody guesses your password. Please log in as always.
        </Notice>
      ) : note ? (
        <Notice kind="warn">{note}</Notice>
      ) : null}
      <RefusedContext value={refused}>
        <PasswordForm token={token} hint={hint} />
      </RefusedContext>
    </AccountFrame>
  )
}
