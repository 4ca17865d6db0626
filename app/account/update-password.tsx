import { Form, Link, useNavigation } from 'react-router'
import { isResetLinkValid, setNewPassword } from '../../domain/accounts/set-new-password.ts'
import { brand } from '../../domain/brand.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { services_context } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { done, refusal, wrongFields } from '../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../ui/forms/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/update-password'
import { AccountFrame, text_link } from './frame.tsx'
import { ResultDialog } from './result-dialog.tsx'

export const handle: PageHandle = { offline: 'browser' }

export const meta: Route.MetaFunction = () => [{ title: `Set new password - ${brand.name}` }]

const NO_LINK = 'Invalid or expired password reset link.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, valid: token !== '' && (await isResetLinkValid(context.get(services_context), token)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const typed = {
    token: textOf(form, 'token'),
    password: textOf(form, 'password'),
    confirmation: textOf(form, 'confirmation'),
  }
  try {
    // Whoever has a link that works is kept from it by nobody behind the same address.
    const has_link = typed.token !== '' && (await isResetLinkValid(services, typed.token))
    const allowed = await services.allow('password_reset', has_link ? typed.token : visitorOf(request))
    const deps = { ...services, passwords: services.auth.passwords }
    const updated = allowed && (await services.enter('password', visitorOf(request), () => setNewPassword(deps, typed)))
    if (!updated) {
      return refusal(form, 429, 'A lot of people are doing this right now. Please try again in a minute.')
    }
    if (updated.ok) return done(form, 'Password updated successfully! Redirecting to login...')
    return updated.reason === 'fields' ? wrongFields(form, updated.details) : refusal(form, 422, NO_LINK)
  } catch (error) {
    services.log.error({ err: error }, 'a password could not be updated')
    return refusal(form, 500, 'Could not update password. Try again later.')
  }
}

export default function UpdatePassword({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const refused = actionData?.ok === false ? actionData : null
  const new_link = (
    <Link to={'/reset-password' satisfies Address} className={text_link}>
      Send me a new link
    </Link>
  )
  // After the change the link is used up, and the page says so only once its dialog is gone.
  if (!loaderData.valid && !actionData) {
    return (
      <AccountFrame title="Set New Password" lead="This needs the link from our mail." below={new_link}>
        <Notice kind="bad">{NO_LINK}</Notice>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Set New Password"
      lead="You are logged out everywhere once it is set, and log in with the new one."
      below={refused?.said === NO_LINK && new_link}
    >
      {actionData?.ok && <ResultDialog text={actionData.said} leads_to="/login" />}
      {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      <Form method="post" noValidate className="space-y-5">
        <input type="hidden" name="token" value={loaderData.token} />
        <RefusedContext value={refused}>
          <Field
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            hint="At least 8 characters."
          />
          <Field
            name="confirmation"
            label="Confirm new password"
            type="password"
            autoComplete="new-password"
            required
          />
        </RefusedContext>
        <button type="submit" className={buttonClass('primary', 'w-full')} disabled={busy}>
          {busy ? 'One moment…' : 'Update Password'}
        </button>
      </Form>
    </AccountFrame>
  )
}
