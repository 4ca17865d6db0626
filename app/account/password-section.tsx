import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import type { Done } from '../ui/forms/action-answer.ts'
import { Field, RefusedContext } from '../ui/forms/field.tsx'
import { useRefused } from '../ui/forms/use-refused.ts'
import { Notice } from '../ui/notice.tsx'
import { Titled } from '../ui/titled.tsx'

/** Changes the password for somebody who knows the present one. */
export function PasswordSection({ done }: { done: Done | null }) {
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const refused = useRefused('change_password')
  useEffect(() => {
    if (done) form.current?.reset()
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [done, refused])
  return (
    <Titled id="password-title" title="Password" className="card mt-6 space-y-5 p-5 sm:p-6">
      {done && <Notice kind="good">{done.said}</Notice>}
      <Form ref={form} method="post" noValidate className="space-y-5">
        <input type="hidden" name="intent" value="change_password" />
        <RefusedContext value={refused}>
          <Field
            name="current"
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={128}
          />
          <Field
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            maxLength={128}
            hint="At least 8 characters."
          />
          <Field
            name="confirmation"
            label="Confirm new password"
            type="password"
            autoComplete="new-password"
            required
            maxLength={128}
          />
        </RefusedContext>
        <button type="submit" className={buttonClass('quiet')} disabled={busy}>
          Change password
        </button>
      </Form>
    </Titled>
  )
}
