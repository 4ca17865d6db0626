import { Form, Link, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Field, RefusedContext } from '../ui/forms/field.tsx'
import { useRefused } from '../ui/forms/use-refused.ts'
import { Notice } from '../ui/notice.tsx'
import { Titled } from '../ui/titled.tsx'
import type { SecurityAnswer } from './account-security-action.server.ts'
import { BackupCodes } from './backup-codes.tsx'
import { SetUp } from './two-factor-set-up.tsx'

const intents = ['begin', 'confirm', 'renew_codes', 'turn_off']

/** The second step of the login: set it up, turn it off, get new backup codes. */
export function TwoStepSection(props: { on: boolean; required: boolean; answer: SecurityAnswer | undefined }) {
  const { on, required, answer } = props
  const refused = useRefused(intents)
  // The answer comes before the page is read again: what it says and what stands beneath it agree.
  const done = answer?.ok && answer.intent
  const is_on = done === 'confirm' || (on && done !== 'turn_off')
  const said = answer?.ok && intents.includes(answer.intent) && answer.said
  return (
    <Titled id="two-step" title="Two-step login" className="card mt-6 space-y-5 p-5 sm:p-6">
      {said && <Notice kind="good">{said}</Notice>}
      {required && answer?.ok && answer.intent === 'confirm' && (
        <Link to={'/admin/dashboard' satisfies Address} className={buttonClass('primary')}>
          Go to my pages
        </Link>
      )}
      {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      {required && !is_on && <Notice kind="warn">Admins need this. Set it up now to get to your pages.</Notice>}
      {answer?.new_codes && <BackupCodes codes={answer.new_codes} />}
      <RefusedContext value={refused}>
        {answer?.set_up ? <SetUp {...answer.set_up} /> : is_on ? <TurnedOn required={required} /> : <TurnedOff />}
      </RefusedContext>
    </Titled>
  )
}

function TurnedOff() {
  return (
    <>
      <p>
        After your password you also type six digits from an app on your phone, such as Google Authenticator. Somebody
        who learns your password still cannot get in.
      </p>
      <Form method="post" className="space-y-5">
        <PasswordField />
        <IntentButton intent="begin" label="Set up two-step login" kind="primary" />
      </Form>
    </>
  )
}

function TurnedOn({ required }: { required: boolean }) {
  return (
    <>
      <p>It is on: logging in takes your password and a code from your authenticator app.</p>
      <Form method="post" className="space-y-5">
        <PasswordField />
        <div className="flex flex-wrap gap-3">
          <IntentButton intent="renew_codes" label="Get new backup codes" kind="quiet" />
          {!required && <IntentButton intent="turn_off" label="Turn it off" kind="quiet" />}
        </div>
      </Form>
    </>
  )
}

function PasswordField() {
  return (
    <Field
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
    />
  )
}

function IntentButton(props: { intent: string; label: string; kind: 'primary' | 'quiet' }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <button type="submit" name="intent" value={props.intent} className={buttonClass(props.kind)} disabled={busy}>
      {props.label}
    </button>
  )
}
