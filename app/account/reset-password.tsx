import { data, Form, Link, useNavigation } from 'react-router'
import { askPasswordReset } from '../../domain/accounts/ask-password-reset.ts'
import { brand } from '../../domain/brand.ts'
import { cachedPage, cachedPageHeaders } from '../page/cached-page.ts'
import { readFields } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { services_context } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/reset-password'
import { AccountFrame, text_link } from './frame.tsx'

export const headers = cachedPageHeaders

export const meta: Route.MetaFunction = () => [
  { title: `Forgot password - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

export function loader() {
  return cachedPage(null, null)
}

type ResetAnswer = { sent?: true; message?: string; error?: string | undefined; email?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const email = String((await readFields(request)).get('email') ?? '')
  if (!(await services.allow('password_reset', visitorOf(request)))) {
    const message = 'A lot of people are asking for a link right now. Please try again in a minute.'
    return answer({ message, email }, 429)
  }
  try {
    const asked = await askPasswordReset(services, { email })
    if (!asked.ok) return answer({ error: asked.details.email, email }, 422)
    return answer({ sent: true })
  } catch (error) {
    services.log.error({ err: error }, 'a request for a new password could not be noted')
    return answer({ message: 'Error sending password reset email.', email }, 500)
  }
}

function answer(body: ResetAnswer, status = 200) {
  return data(body, status)
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
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
      {actionData?.message && <Notice kind="bad">{actionData.message}</Notice>}
      {actionData?.sent && <Notice kind="good">Reset link sent! Check your email.</Notice>}
      {actionData?.sent && (
        <p className="text-sm text-ink-soft">
          It works for an hour. Nothing there after a few minutes? Look into the spam folder, and whether the
          address has an account.
        </p>
      )}
      <Form method="post" noValidate className="space-y-5">
        <Field
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          defaultValue={actionData?.email}
          error={actionData?.error}
        />
        <button type="submit" className={buttonClass('primary', 'w-full')} disabled={busy}>
          {busy ? 'One moment…' : 'Send Reset Link'}
        </button>
      </Form>
    </AccountFrame>
  )
}
