import { Form, Link, useNavigation } from 'react-router'
import { askPasswordReset, readResetForm } from '../../domain/accounts/ask-password-reset.ts'
import { loginOf } from '../../domain/accounts/phone-login.ts'
import { brand } from '../../domain/brand.ts'
import { cachedPage, cachedPageHeaders } from '../page/cached-page.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { services_context } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { done, refusal, wrongFields } from '../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../ui/forms/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/reset-password'
import { AccountFrame, email_field, text_link } from './frame.tsx'

export const handle: PageHandle = { offline: 'browser' }

export const headers = cachedPageHeaders

export const meta: Route.MetaFunction = () => [{ title: `Forgot password - ${brand.name}` }]

export function loader() {
  return cachedPage(null, null)
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const email = textOf(form, 'email')
  // Only what could be sent counts for whoever shares the address.
  const read = readResetForm({ email })
  if (!read.ok) return wrongFields(form, read.details)
  if (!(await services.allow('password_reset', visitorOf(request)))) {
    return refusal(form, 429, 'A lot of people are asking for a link right now. Please try again in a minute.')
  }
  try {
    const asked = await askPasswordReset(services, { email })
    if (!asked.ok) return wrongFields(form, asked.details)
    return done(form, `Reset link sent! Check your ${loginOf(email) === email ? 'email' : 'text messages'}.`)
  } catch (error) {
    services.log.error({ err: error }, 'a request for a new password could not be noted')
    return refusal(form, 500, 'Error sending password reset email.')
  }
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const refused = actionData?.ok === false ? actionData : null
  return (
    <AccountFrame
      title="Forgot password"
      lead="Tell us the email of your account. We send you a link with which you choose a new password."
      below={
        <Link to={'/login' satisfies Address} className={text_link}>
          Back to the login
        </Link>
      }
    >
      {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      {actionData?.ok && (
        <>
          <Notice kind="good">{actionData.said}</Notice>
          <p className="text-sm text-ink-soft">
            It works for an hour. Nothing there after a few minutes? Check the spam folder, and that this address has an
            account.
          </p>
        </>
      )}
      <Form method="post" noValidate className="space-y-5">
        <RefusedContext value={refused}>
          <Field {...email_field} />
        </RefusedContext>
        <button type="submit" className={buttonClass('primary', 'w-full')} disabled={busy}>
          {busy ? 'One moment…' : 'Send Reset Link'}
        </button>
      </Form>
    </AccountFrame>
  )
}
