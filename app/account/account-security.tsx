import { data, Form, useNavigation } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { admitSignIn, rememberSuccess } from '../../domain/accounts/admit-sign-in.ts'
import { brand } from '../../domain/brand.ts'
import { readFields } from '../endpoints/read-form.ts'
import { type AppServices, services_context } from '../services.ts'
import { isLostLine } from '../ui/answer-lost-line.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { LostLineNotice } from '../ui/lost-line-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { ScreenError } from '../ui/screen-error.tsx'
import { visitorOf } from '../visitor.ts'
import type { Route } from './+types/account-security'
import { qrCode } from './qr-code.server.ts'
import { requireSignedIn, setting } from './require-role.ts'
import { BackupCodes, SetUp } from './two-factor-set-up.tsx'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Security - ${brand.name}` }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const signed_in = await requireSignedIn(context, request)
  const required = isRequired(signed_in.actor, context.get(services_context))
  return { email: signed_in.actor.email, on: signed_in.two_factor_enabled, required }
}

function isRequired({ role }: Actor, { admin_two_factor }: AppServices): boolean {
  return role === 'admin' && admin_two_factor
}

export type SecurityAnswer = {
  /** What is wrong, and beside which field. */
  error?: { field: 'password' | 'code'; text: string }
  set_up?: { uri: string; qr: { size: number; path: string } | null; backup_codes: readonly string[] }
  new_codes?: readonly string[]
  message?: string
}

const wrong_password: SecurityAnswer = { error: { field: 'password', text: 'This is not your password.' } }

export async function action({ context, request }: Route.ActionArgs) {
  const { actor } = await requireSignedIn(context, request)
  const services = context.get(services_context)
  const form = await readFields(request)
  const text = (name: string) => String(form.get(name) ?? '')
  if (text('intent') === 'turn_off' && isRequired(actor, services)) {
    return answer({ error: { field: 'password', text: 'Admins need it, so it stays on.' } }, 403)
  }
  if (text('intent') === 'confirm') {
    return confirm(
      services,
      request,
      text('code').replace(/\s/g, ''),
      text('uri'),
      form.getAll('backup_code'),
    )
  }
  // A stolen session must not be a place to guess the password at.
  const who = { email: actor.email, address: visitorOf(request) }
  const admitted = await admitSignIn(services, who)
  if (!admitted.ok) {
    const wait = `Too many attempts. Please wait ${admitted.details.seconds} seconds and try again.`
    return answer({ error: { field: 'password', text: wait } }, 429)
  }
  const done = await withPassword(services, request, text('intent'), text('password'))
  if (!done) return answer(wrong_password, 422)
  await rememberSuccess(services, who)
  return done
}

/** Null when the password is wrong. */
async function withPassword(
  { auth, ...services }: AppServices,
  request: Request,
  intent: string,
  password: string,
) {
  const { headers } = request
  switch (intent) {
    case 'begin': {
      const begun = await auth.two_factor.begin(headers, password)
      if (begun === 'wrong_password') return null
      if (begun === 'already_on') return answer({ message: 'It is on already.' })
      return answer({ set_up: { ...begun, qr: qrCode(begun.uri) } })
    }
    case 'turn_off': {
      const cookies = await auth.two_factor.turnOff(headers, password)
      return cookies && answer({ message: 'Two-step login is off.' }, 200, setting(cookies))
    }
    case 'renew_codes': {
      const new_codes = await auth.two_factor.renewBackupCodes(headers, password)
      return new_codes && answer({ new_codes })
    }
    default:
      services.log.warn({ intent }, 'a form of account-security asked for something unknown')
      return answer({ message: 'Please try again.' }, 400)
  }
}

/** `uri` and `codes` only travel along, so that the page can show them again after a mistyped code. */
async function confirm(
  { auth }: AppServices,
  request: Request,
  code: string,
  uri: string,
  codes: readonly FormDataEntryValue[],
) {
  const cookies = await auth.two_factor.confirm(request.headers, code)
  if (cookies) return answer({ message: 'Two-step login is on.' }, 200, setting(cookies))
  const text = 'This code is not right. A new one comes every 30 seconds.'
  const shown_again = uri.startsWith('otpauth://totp/')
    ? {
        set_up: {
          uri,
          qr: qrCode(uri),
          backup_codes: codes.slice(0, 20).map((one) => String(one).slice(0, 20)),
        },
      }
    : {}
  return answer({ error: { field: 'code', text }, ...shown_again }, 422)
}

function answer(body: SecurityAnswer, status = 200, headers = new Headers()) {
  return data(body, { status, headers })
}

export default function AccountSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { email, on, required } = loaderData
  const set_up = actionData?.set_up
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-3xl font-extrabold">Security</h1>
      <p className="mt-1 text-ink-soft">{email}</p>
      <section aria-labelledby="two-step" className="card mt-6 space-y-5 p-5 sm:p-6">
        <h2 id="two-step" className="text-xl font-bold">
          Two-step login
        </h2>
        {isLostLine(actionData) && <LostLineNotice what="Two-step login may be as before." />}
        {actionData?.message && <Notice kind="good">{actionData.message}</Notice>}
        {required && !on && (
          <Notice kind="warn">Admins need this. Set it up now to get to your pages.</Notice>
        )}
        {actionData?.new_codes && <BackupCodes codes={actionData.new_codes} />}
        {set_up ? (
          <SetUp {...set_up} error={actionData?.error?.text} />
        ) : on ? (
          <TurnedOn required={required} error={actionData?.error?.text} />
        ) : (
          <TurnedOff error={actionData?.error?.text} />
        )}
      </section>
    </div>
  )
}

function TurnedOff({ error }: { error: string | undefined }) {
  return (
    <>
      <p>
        After your password you also type six digits from an app on your phone, such as Google Authenticator.
        Somebody who learns your password still cannot get in.
      </p>
      <Form method="post" className="space-y-5">
        <PasswordField error={error} />
        <IntentButton intent="begin" label="Set up two-step login" kind="primary" />
      </Form>
    </>
  )
}

function TurnedOn({ required, error }: { required: boolean; error: string | undefined }) {
  return (
    <>
      <p>It is on: logging in takes your password and a code from your authenticator app.</p>
      <Form method="post" className="space-y-5">
        <PasswordField error={error} />
        <div className="flex flex-wrap gap-3">
          <IntentButton intent="renew_codes" label="Get new backup codes" kind="quiet" />
          {!required && <IntentButton intent="turn_off" label="Turn it off" kind="quiet" />}
        </div>
      </Form>
    </>
  )
}

function PasswordField({ error }: { error: string | undefined }) {
  return (
    <Field
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
      error={error}
    />
  )
}

function IntentButton(props: { intent: string; label: string; kind: 'primary' | 'quiet' }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <button
      type="submit"
      name="intent"
      value={props.intent}
      className={buttonClass(props.kind)}
      disabled={busy}
    >
      {props.label}
    </button>
  )
}
