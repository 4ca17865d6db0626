import { data, Form, Link, useNavigation } from 'react-router'
import { isResetLinkValid, setNewPassword } from '../../domain/accounts/set-new-password.ts'
import { brand } from '../../domain/brand.ts'
import { readFields } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { services_context } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/update-password'
import { AccountFrame, text_link } from './frame.tsx'
import { ResultDialog } from './result-dialog.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Set new password - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
  // The link is the key to the account; it must not travel to another site with a click. (With `no-referrer` a form
  // without scripts would not say where it comes from, and be refused.)
  { name: 'referrer', content: 'same-origin' },
]

const words = {
  link: 'Invalid or expired password reset link.',
  failed: 'Could not update password. Try again later.',
  updated: 'Password updated successfully! Redirecting to login...',
} as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, valid: token !== '' && (await isResetLinkValid(context.get(services_context), token)) }
}

type UpdateAnswer = {
  result?: keyof typeof words
  message?: string
  errors?: { password?: string; confirmation?: string }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const allowed = await services.allow('password_reset', visitorOf(request))
  const form = await readFields(request)
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    const typed = {
      token: text('token'),
      password: text('password'),
      confirmation: text('confirmation'),
    }
    const deps = { ...services, passwords: services.auth.passwords }
    const updated =
      allowed && (await services.enter('password', visitorOf(request), () => setNewPassword(deps, typed)))
    if (!updated) {
      const message = 'A lot of people are doing this right now. Please try again in a minute.'
      return answer({ message }, 429)
    }
    if (updated.ok) {
      return answer({ result: 'updated' })
    }
    return updated.reason === 'fields'
      ? answer({ errors: updated.details }, 422)
      : answer({ result: 'link' }, 422)
  } catch (error) {
    services.log.error({ err: error }, 'a password could not be updated')
    return answer({ result: 'failed' }, 500)
  }
}

function answer(body: UpdateAnswer, status = 200) {
  return data(body, status)
}

export default function UpdatePassword({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const result = actionData?.result
  const new_link = (
    <Link to={'/reset-password' satisfies Address} className={text_link}>
      Send me a new link
    </Link>
  )
  // After the change the link is used up, and the page says so only once its dialog is gone.
  if (!loaderData.valid && !result) {
    return (
      <AccountFrame title="Set New Password" lead="This needs the link from our mail." below={new_link}>
        <Notice kind="bad">{words.link}</Notice>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Set New Password"
      lead="You are logged out everywhere once it is set, and log in with the new one."
      below={result === 'link' && new_link}
    >
      {actionData?.message && <Notice kind="bad">{actionData.message}</Notice>}
      {result && (
        <ResultDialog
          text={words[result]}
          leads_to={result === 'updated' ? '/login' : null}
          occasion={actionData}
        />
      )}
      <Form method="post" noValidate className="space-y-5">
        <input type="hidden" name="token" value={loaderData.token} />
        <Field
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          error={actionData?.errors?.password}
          hint="At least 8 characters."
        />
        <Field
          name="confirmation"
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
          required
          error={actionData?.errors?.confirmation}
        />
        <button type="submit" className={buttonClass('primary', 'w-full')} disabled={busy}>
          {busy ? 'One moment…' : 'Update Password'}
        </button>
      </Form>
    </AccountFrame>
  )
}
