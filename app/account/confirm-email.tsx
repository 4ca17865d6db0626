import { Form, Link, useNavigation } from 'react-router'
import { confirmMail } from '../../domain/accounts/confirm-mail.ts'
import { brand } from '../../domain/brand.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { done, refusal } from '../ui/forms/action-answer.ts'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/confirm-email'
import { AccountFrame, text_link } from './frame.tsx'

export const handle: PageHandle = { offline: 'browser' }

export const meta: Route.MetaFunction = () => [{ title: `Confirm your email - ${brand.name}` }]

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

const NOT_COMPLETE = 'This link does not work any more, or is not complete.'

/** A button confirms, not the link alone: mail scanners open every link. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request)
  const confirmed = await confirmMail(context.get(services_context), textOf(form, 'token'))
  return confirmed.ok ? done(form, '') : refusal(form, 422, NOT_COMPLETE)
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData?.ok) {
    return (
      <AccountFrame
        title="Confirm your email"
        lead="You can close this page and go on where you were."
        below={
          <Link to={'/login' satisfies Address} className={text_link}>
            Go to my dashboard
          </Link>
        }
      >
        <Notice kind="good">Your email is confirmed. Thank you!</Notice>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Confirm your email"
      lead="Press the button, and we know that this mailbox is yours."
      below={
        <Link to={'/account-security' satisfies Address} className={text_link}>
          Send me a new link
        </Link>
      }
    >
      {actionData || !loaderData.token ? (
        <Notice kind="bad">{NOT_COMPLETE}</Notice>
      ) : (
        <Form method="post">
          <input type="hidden" name="token" value={loaderData.token} />
          <button type="submit" className={buttonClass('primary', 'w-full')} disabled={busy}>
            {busy ? 'One moment…' : 'Confirm my email'}
          </button>
        </Form>
      )}
    </AccountFrame>
  )
}
