import { useEffect } from 'react'
import { Form, Link, useNavigate, useNavigation } from 'react-router'
import { readRegistration, registerAccount } from '../../domain/accounts/register-account.ts'
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
import { toast } from '../ui/toast.ts'
import type { Route } from './+types/register'
import { AccountFrame, email_field, text_link } from './frame.tsx'
import { RoleChoice } from './role-choice.tsx'
import { useAwake, useFilled } from './use-filled.ts'

export const handle: PageHandle = { public: true, offline: 'browser' }

export const headers = cachedPageHeaders

export const meta: Route.MetaFunction = () => [
  { title: `Sign up - ${brand.name}` },
  {
    name: 'description',
    content: `Sell your food or deliver it with ${brand.name} around ${brand.campus}, ${brand.city}.`,
  },
]

export function loader() {
  return cachedPage(null, null)
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const email = textOf(form, 'email')
  const typed = { email, role: textOf(form, 'role'), password: textOf(form, 'password') }
  // Only what could become an account counts for whoever shares the address.
  const read = readRegistration(typed)
  if (!read.ok) return wrongFields(form, read.details)
  const allowed =
    (await services.allow('sign_up', visitorOf(request))) &&
    (await services.allow('sign_up_mail', email.trim().toLowerCase()))
  const deps = { ...services, passwords: services.auth.passwords }
  try {
    const registered =
      allowed && (await services.enter('password', visitorOf(request), () => registerAccount(deps, typed)))
    if (!registered) {
      return refusal(form, 429, 'A lot of people are signing up right now. Please try again in a minute.')
    }
    if (registered.ok) return done(form, 'Account created successfully!')
    if (registered.reason === 'fields') return wrongFields(form, registered.details)
    return refusal(form, 409, 'This email is already in use. Please log in or use a different one.')
  } catch (error) {
    services.log.error({ err: error }, 'an account could not be made')
    return refusal(form, 500, 'Your account could not be made. Please try again in a moment.')
  }
}

/** See docs/product.md#toasts. */
const SUCCESS_SHOWN_MS = 3000

export default function Register({ actionData }: Route.ComponentProps) {
  const { form, filled, look } = useFilled(['email', 'password', 'role'])
  const busy = useNavigation().state !== 'idle'
  const awake = useAwake()
  const navigate = useNavigate()
  const created = actionData?.ok ? actionData.said : ''
  const refused = actionData?.ok === false ? actionData : null

  useEffect(() => {
    if (!created) return
    toast(created, SUCCESS_SHOWN_MS)
    void navigate('/login' satisfies Address, { replace: true })
  }, [created, navigate])

  // The first field that is wrong gets the focus, so that nobody has to look for it.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused, form])

  return (
    <AccountFrame
      title="Sign up"
      lead="Sell your food around the campus, or deliver it. You need no account to order."
      below={
        <>
          You have an account?{' '}
          <Link to={'/login' satisfies Address} className={text_link}>
            Log in
          </Link>
        </>
      }
    >
      {created && !awake && (
        <Notice kind="good">
          {created}{' '}
          <a href={'/login' satisfies Address} className="underline">
            Log in
          </a>
        </Notice>
      )}
      {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      <Form ref={form} method="post" noValidate className="space-y-5" onInput={look} onFocus={look}>
        <RefusedContext value={refused}>
          <RoleChoice />
          <Field {...email_field} />
          <Field
            name="password"
            label="Password"
            type="password"
            autoComplete="new-password"
            required
            hint="At least 8 characters."
          />
        </RefusedContext>
        <button
          type="submit"
          className={buttonClass('primary', 'w-full')}
          disabled={!filled || busy || (awake && created !== '')}
        >
          {busy ? 'One moment…' : 'Sign Up'}
        </button>
      </Form>
    </AccountFrame>
  )
}
