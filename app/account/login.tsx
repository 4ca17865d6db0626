import { useEffect } from 'react'
import { data, Link, redirect } from 'react-router'
import type { Cookies } from '../../adapters/accounts/sign-in-service.ts'
import { admitSignIn, rememberSuccess } from '../../domain/accounts/admit-sign-in.ts'
import { type ActorRefusal, findActor } from '../../domain/accounts/find-actor.ts'
import { fieldErrors, sign_in_form } from '../../domain/accounts/forms.ts'
import { rememberDevice } from '../../domain/accounts/known-devices.ts'
import { brand } from '../../domain/brand.ts'
import { readFields } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { type AppServices, services_context } from '../services.ts'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/login'
import { deviceOf, deviceToKeep } from './device-cookie.ts'
import { AccountFrame, text_link } from './frame.tsx'
import { CodeForms, type LoginRefusal, PasswordForm } from './login-forms.tsx'
import { readSignedIn, setting } from './require-role.ts'
import { home_of, safePath } from './safe-path.ts'
import { forgetFigures } from './tab-user.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Log in - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
  // It may hold the link of a mail, which must not travel to another site with a click.
  { name: 'referrer', content: 'same-origin' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const next = safePath(query.get('next'))
  const signed_in = await readSignedIn(context, request)
  if (signed_in) throw redirect(next ?? home_of[signed_in.actor.role])
  return {
    asks_for_code: query.get('step') === 'code',
    again: query.has('again'),
    next,
    token: query.get('token'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const next = safePath(new URL(request.url).searchParams.get('next'))
  if (!(await services.allow('sign_in', visitorOf(request)))) {
    return tooMany(text('email'))
  }
  const kind = text('intent')
  if (kind === 'code' || kind === 'backup_code') {
    return confirm(services, request, { kind, code: text('code').replace(/\s/g, '') }, next)
  }
  const parsed = sign_in_form.safeParse({ email: text('email'), password: text('password') })
  if (!parsed.success) return refusal({ errors: fieldErrors(parsed.error), email: text('email') }, 422)
  const asked = { ...parsed.data, link: text('token') }
  return (
    services.enter('password', visitorOf(request), () => signIn(services, request, asked, next)) ??
    tooMany(text('email'))
  )
}

async function signIn(
  services: AppServices,
  request: Request,
  { email, password, link }: { email: string; password: string; link: string },
  next: string | null,
) {
  const who = { email, address: visitorOf(request), device: deviceOf(request, services), link }
  const admitted = await admitSignIn(services, who)
  if (!admitted.ok) return refusal({ message: waitWords(admitted.details.seconds, LINK_HELPS), email }, 429)
  const tried = await services.auth.signIn(request.headers, { email, password })
  switch (tried.outcome) {
    case 'wrong_password':
      return refusal({ message: 'Invalid email or password', email }, 422)
    case 'not_allowed':
      return refusal({ message: refusal_words[tried.reason], email }, 403)
    case 'second_factor': {
      await rememberSuccess(services, who)
      const query = new URLSearchParams({ step: 'code', ...(next && { next }) })
      return redirect(`/login?${query}` satisfies Address, { headers: setting(tried.cookies) })
    }
    case 'signed_in':
      await rememberSuccess(services, who)
      return enter(services, request, tried, next)
  }
}

async function confirm(
  services: AppServices,
  request: Request,
  factor: { kind: 'code' | 'backup_code'; code: string },
  next: string | null,
) {
  const tried = await services.auth.confirmSignIn(request.headers, factor)
  switch (tried.outcome) {
    case 'wrong_code':
      return refusal({ message: 'This code is not right. A new one comes every 30 seconds.' }, 422)
    case 'locked':
      return refusal({ message: waitWords(15 * 60) }, 429)
    case 'not_allowed':
      return refusal({ message: refusal_words[tried.reason] }, 403)
    case 'start_again': {
      const query = new URLSearchParams({ again: '', ...(next && { next }) })
      return redirect(`/login?${query}` satisfies Address, { headers: setting(tried.cookies) })
    }
    case 'signed_in':
      return enter(services, request, tried, next)
  }
}

async function enter(
  services: AppServices,
  request: Request,
  { user_id, cookies }: { user_id: string; cookies: Cookies },
  next: string | null,
) {
  const found = await findActor(services.db, user_id)
  if (!found.ok) return refusal({ message: refusal_words[found.reason] }, 403)
  const { role, email } = found.value.actor
  const { device, cookie } = deviceToKeep(request, services)
  const user_agent = request.headers.get('user-agent') ?? ''
  await rememberDevice(services, { user_id, email, device, user_agent })
  return redirect(next ?? home_of[role], { headers: setting([...cookies, cookie]) })
}

/** Said only to who knows the password. */
const refusal_words: Readonly<Record<ActorRefusal, string>> = {
  not_found: 'Invalid email or password',
  no_role: 'No role found in your account.',
  unrecognized_role: 'Unrecognized role.',
  suspended: `This account is not active. Please write to ${brand.support_email} or call ${brand.support_phone}.`,
}

/** Said to everybody who has to wait long, whether the account exists or not. */
const LINK_HELPS =
  'If it is your account, look into your mail: we may have sent a link that lets you in at once. Choosing a ' +
  'new password does so too.'

function waitWords(seconds: number, help?: string): string {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  const words = `Too many attempts. Please wait ${wait} and try again.`
  return help && seconds >= 60 ? `${words} ${help}` : words
}

function tooMany(email: string) {
  return refusal(
    { message: 'A lot of people are logging in right now. Please try again in a minute.', email },
    429,
  )
}

function refusal(answer: LoginRefusal, status: number) {
  return data(answer, status)
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { asks_for_code, again, next, token } = loaderData
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
        {refused?.message && <Notice kind="bad">{refused.message}</Notice>}
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
      {refused?.message ? (
        <Notice kind="bad">{refused.message}</Notice>
      ) : again ? (
        <Notice kind="warn">
          That took too long, too many codes were wrong, or a code was used before. Please log in again.
        </Notice>
      ) : token ? (
        <Notice kind="good">This link lets you in past those who guess. Please log in as always.</Notice>
      ) : next ? (
        <Notice kind="warn">Please log in first. You come back to the page you wanted.</Notice>
      ) : null}
      <PasswordForm refused={refused} token={token} />
    </AccountFrame>
  )
}
