import { Form, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Titled } from '../ui/titled.tsx'

type Session = { id: string; device: string; is_this: boolean; seen: string }

/** The sessions of an account, and the buttons that end them. */
export function SessionsSection(props: { sessions: readonly Session[]; message: string | undefined }) {
  const { sessions, message } = props
  const busy = useNavigation().state !== 'idle'
  return (
    <Titled id="sessions" title="Where you are logged in" className="card mt-6 space-y-5 p-5 sm:p-6">
      {message && <Notice kind="good">{message}</Notice>}
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, is_this, seen }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold">
                {device}
                {is_this && ', this one'}
              </p>
              <p className="text-sm text-ink-soft">{seen}</p>
            </div>
            {!is_this && (
              <Form method="post">
                <input type="hidden" name="intent" value="end_session" />
                <input type="hidden" name="session_id" value={id} />
                <button
                  type="submit"
                  className={buttonClass('quiet')}
                  disabled={busy}
                  aria-label={`Log out ${device}. ${seen}`}
                >
                  Log out
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post">
          <input type="hidden" name="intent" value="end_others" />
          <button type="submit" className={buttonClass('quiet')} disabled={busy}>
            Log out everywhere else
          </button>
        </Form>
      ) : (
        <p className="text-ink-soft">Nowhere else. You get a mail when another browser logs in.</p>
      )}
    </Titled>
  )
}
