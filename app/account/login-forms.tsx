import { Form, Link, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { text_link } from './frame.tsx'
import { useFilled } from './use-filled.ts'

export type LoginRefusal = {
  message?: string
  errors?: { email?: string; password?: string }
  /** What was typed, for a page without scripts. */
  email?: string
}

/** Log In is disabled until both fields have something in them, and while it is submitting. */
export function PasswordForm({
  refused,
  token,
}: {
  refused: LoginRefusal | undefined
  /** Of a link by mail that lets its owner in past those who guess. */
  token: string | null
}) {
  const { form, filled, look } = useFilled(['email', 'password'])
  const busy = useNavigation().state !== 'idle'
  return (
    <Form ref={form} method="post" noValidate className="space-y-5" onInput={look} onFocus={look}>
      {token && <input type="hidden" name="token" value={token} />}
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        defaultValue={refused?.email}
        error={refused?.errors?.email}
      />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={refused?.errors?.password}
        hint={
          <Link to={'/reset-password' satisfies Address} className={text_link}>
            Forgot password?
          </Link>
        }
      />
      <button type="submit" className={buttonClass('primary', 'w-full')} disabled={!filled || busy}>
        {busy ? 'One moment…' : 'Log In'}
      </button>
    </Form>
  )
}

/** The second step of a sign-in: the app's code, or one of the codes kept for the day the phone is gone. */
export function CodeForms() {
  const { form, filled, look } = useFilled(['code'])
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <Form ref={form} method="post" noValidate className="space-y-5" onInput={look}>
        <input type="hidden" name="intent" value="code" />
        <Field
          name="code"
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
        />
        <button type="submit" className={buttonClass('primary', 'w-full')} disabled={!filled || busy}>
          {busy ? 'One moment…' : 'Confirm'}
        </button>
      </Form>
      <details>
        <summary className={text_link}>I do not have my phone</summary>
        <Form method="post" className="mt-2 space-y-5">
          <input type="hidden" name="intent" value="backup_code" />
          <div>
            <label htmlFor="backup" className="font-semibold">
              Backup code
            </label>
            <input
              id="backup"
              name="code"
              autoComplete="off"
              autoCapitalize="none"
              required
              maxLength={20}
              className="field"
            />
          </div>
          <button type="submit" className={buttonClass('quiet', 'w-full')} disabled={busy}>
            Log in with it
          </button>
        </Form>
      </details>
    </>
  )
}
