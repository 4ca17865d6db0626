import { useEffect } from 'react'
import { data, Form, Link, useNavigate, useNavigation } from 'react-router'
import { type RegisterField, registerAccount } from '../../domain/accounts/register-account.ts'
import { brand } from '../../domain/brand.ts'
import { cachedPage, cachedPageHeaders } from '../page/cached-page.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { readFields } from '../request/read-form.ts'
import { visitorOf } from '../request/visitor.ts'
import { services_context } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import type { Route } from './+types/register'
import { AccountFrame, text_link } from './frame.tsx'
import { RoleChoice } from './role-choice.tsx'
import { useAwake, useFilled } from './use-filled.ts'

export const handle: PageHandle = { public: true }

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

type RegisterAnswer = {
  created?: true
  message?: string
  errors?: Partial<Record<RegisterField, string>>
  /** What was typed, for a page without scripts. */
  email?: string
  role?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = { email: text('email'), role: text('role') }
  const allowed =
    (await services.allow('sign_up', visitorOf(request))) &&
    (await services.allow('sign_up_mail', typed.email.trim().toLowerCase()))
  const deps = { ...services, passwords: services.auth.passwords }
  try {
    const registered =
      allowed &&
      (await services.enter('password', visitorOf(request), () =>
        registerAccount(deps, { ...typed, password: text('password') }),
      ))
    if (!registered) {
      const message = 'A lot of people are signing up right now. Please try again in a minute.'
      return answer({ message, ...typed }, 429)
    }
    if (registered.ok) return answer({ created: true })
    if (registered.reason === 'fields') return answer({ errors: registered.details, ...typed }, 422)
    const message = 'This email is already in use. Please log in or use a different one.'
    return answer({ message, ...typed }, 409)
  } catch (error) {
    services.log.error({ err: error }, 'an account could not be made')
    return answer({ message: 'Your account could not be made. Please try again in a moment.', ...typed }, 500)
  }
}

function answer(body: RegisterAnswer, status = 200) {
  return data(body, status)
}

const success = 'Account created successfully!'
/** See docs/product.md#toasts. */
const SUCCESS_SHOWN_MS = 3000

export default function Register({ actionData }: Route.ComponentProps) {
  const { form, filled, look } = useFilled(['email', 'password', 'role'])
  const busy = useNavigation().state !== 'idle'
  const awake = useAwake()
  const navigate = useNavigate()
  const created = actionData?.created ?? false
  const errors = actionData?.errors ?? {}

  useEffect(() => {
    if (!created) return
    toast(success, SUCCESS_SHOWN_MS)
    void navigate('/login' satisfies Address, { replace: true })
  }, [created, navigate])

  // The first field that is wrong gets the focus, so that nobody has to look for it.
  useEffect(() => {
    if (actionData?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [actionData, form])

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
      {actionData?.message && <Notice kind="bad">{actionData.message}</Notice>}
      {created && !awake && (
        <Notice kind="good">
          {success}{' '}
          <a href={'/login' satisfies Address} className="underline">
            Log in
          </a>
        </Notice>
      )}
      <Form ref={form} method="post" noValidate className="space-y-5" onInput={look} onFocus={look}>
        <RoleChoice error={errors.role} chosen={actionData?.role} />
        <Field
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          defaultValue={actionData?.email}
          error={errors.email}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.password}
          hint="At least 8 characters."
        />
        <button
          type="submit"
          className={buttonClass('primary', 'w-full')}
          disabled={!filled || busy || (awake && created)}
        >
          {busy ? 'One moment…' : 'Sign Up'}
        </button>
      </Form>
    </AccountFrame>
  )
}
