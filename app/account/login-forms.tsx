import { Form, Link, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { email_field, text_link } from './frame.tsx'
import { useFilled } from './use-filled.ts'

/** Log In is disabled until both fields are filled, and while the form is sent. */
export function PasswordForm({
  token,
  hint,
}: {
  /** From a mailed link, with which the owner can log in while somebody guesses the password. */
  token: string | null
  hint: string
}) {
  const { form, filled, look } = useFilled(['email', 'password'])
  const busy = useNavigation().state !== 'idle'
  return (
    <Form ref={form} method="post" noValidate className="space-y-5" onInput={look} onFocus={look}>
      {token && <input type="hidden" name="token" value={token} />}
      <Field {...email_field} hint={hint} />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
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

/** The second step of a login: the app's code or a backup code. */
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
          <Field name="code" label="Backup code" autoComplete="off" autoCapitalize="none" required maxLength={20} />
          <button type="submit" className={buttonClass('quiet', 'w-full')} disabled={busy}>
            Log in with it
          </button>
        </Form>
      </details>
    </>
  )
}
