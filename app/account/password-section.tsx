import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { SecurityAnswer } from './account-security-action.server.ts'

/** Changes the password of who knows the present one. */
export function PasswordSection({ answer }: { answer: SecurityAnswer | undefined }) {
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const errors = answer?.errors ?? {}
  useEffect(() => {
    if (answer?.message) form.current?.reset()
    if (answer?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [answer])
  return (
    <section aria-labelledby="password-title" className="card mt-6 space-y-5 p-5 sm:p-6">
      <h2 id="password-title" className="text-xl font-bold">
        Password
      </h2>
      {answer?.message && <Notice kind="good">{answer.message}</Notice>}
      <Form ref={form} method="post" noValidate className="space-y-5">
        <input type="hidden" name="intent" value="change_password" />
        <Field
          id="current-password"
          name="current"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
          error={errors.current}
        />
        <Field
          id="new-password"
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={128}
          error={errors.password}
          hint="At least 8 characters."
        />
        <Field
          id="confirm-password"
          name="confirmation"
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
          required
          maxLength={128}
          error={errors.confirmation}
        />
        <button type="submit" className={buttonClass('quiet')} disabled={busy}>
          Change password
        </button>
      </Form>
    </section>
  )
}
