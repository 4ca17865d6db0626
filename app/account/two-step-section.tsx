import { Form, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { SecurityAnswer } from './account-security-action.server.ts'
import { BackupCodes } from './backup-codes.tsx'
import { SetUp } from './two-factor-set-up.tsx'

/** The second step of the login: set it up, turn it off, get new backup codes. */
export function TwoStepSection(props: {
  on: boolean
  required: boolean
  answer: SecurityAnswer | undefined
}) {
  const { on, required, answer } = props
  return (
    <section aria-labelledby="two-step" className="card mt-6 space-y-5 p-5 sm:p-6">
      <h2 id="two-step" className="text-xl font-bold">
        Two-step login
      </h2>
      {answer?.message && <Notice kind="good">{answer.message}</Notice>}
      {required && !on && <Notice kind="warn">Admins need this. Set it up now to get to your pages.</Notice>}
      {answer?.new_codes && <BackupCodes codes={answer.new_codes} />}
      {answer?.set_up ? (
        <SetUp {...answer.set_up} error={answer.error?.text} />
      ) : on ? (
        <TurnedOn required={required} error={answer?.error?.text} />
      ) : (
        <TurnedOff error={answer?.error?.text} />
      )}
    </section>
  )
}

function TurnedOff({ error }: { error: string | undefined }) {
  return (
    <>
      <p>
        After your password you also type six digits from an app on your phone, such as Google Authenticator.
        Somebody who learns your password still cannot get in.
      </p>
      <Form method="post" className="space-y-5">
        <PasswordField error={error} />
        <IntentButton intent="begin" label="Set up two-step login" kind="primary" />
      </Form>
    </>
  )
}

function TurnedOn({ required, error }: { required: boolean; error: string | undefined }) {
  return (
    <>
      <p>It is on: logging in takes your password and a code from your authenticator app.</p>
      <Form method="post" className="space-y-5">
        <PasswordField error={error} />
        <div className="flex flex-wrap gap-3">
          <IntentButton intent="renew_codes" label="Get new backup codes" kind="quiet" />
          {!required && <IntentButton intent="turn_off" label="Turn it off" kind="quiet" />}
        </div>
      </Form>
    </>
  )
}

function PasswordField({ error }: { error: string | undefined }) {
  return (
    <Field
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
      error={error}
    />
  )
}

function IntentButton(props: { intent: string; label: string; kind: 'primary' | 'quiet' }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <button
      type="submit"
      name="intent"
      value={props.intent}
      className={buttonClass(props.kind)}
      disabled={busy}
    >
      {props.label}
    </button>
  )
}
