import { ActsForField } from '../../ui/acts-for.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useAnswer } from '../../ui/forms/use-answer.ts'
import { Notice } from '../../ui/notice.tsx'

const lengths = [
  ['15', '15 minutes'],
  ['30', '30 minutes'],
  ['60', '60 minutes'],
  ['until_reopened', 'Until I reopen'],
] as const

/** Beyond any pause in minutes: it stands for "until reopened". */
const FAR_FUTURE_MS = Date.UTC(9000, 0)

/** One press when the vendor has its hands full; it is sent to the account's screen from wherever it stands. */
export function PauseForm({ paused_until }: { paused_until: number | null }) {
  const { fetcher, sending, refused, onSubmit } = useAnswer(paused_until ? 'resume' : 'pause')
  return (
    <fetcher.Form method="post" action={'/account' satisfies Address} encType="multipart/form-data" onSubmit={onSubmit}>
      <ActsForField />
      {paused_until ? (
        <>
          <p className="mb-3">{pauseText(paused_until)} Customers see “Busy. Not taking orders for now”.</p>
          <button type="submit" name="intent" value="resume" className={buttonClass('primary')} disabled={sending}>
            Take orders again
          </button>
        </>
      ) : (
        <>
          <input type="hidden" name="intent" value="pause" />
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {lengths.map(([length, words]) => (
              <button
                key={length}
                type="submit"
                name="length"
                value={length}
                className={buttonClass('quiet', 'px-1!')}
                disabled={sending}
              >
                {words}
              </button>
            ))}
          </div>
        </>
      )}
      {refused && (
        <div className="mt-3">
          <Notice kind="bad">{refused.said}</Notice>
        </div>
      )}
      {fetcher.lost && (
        <div className="mt-3">
          <LostLineNotice
            what={paused_until ? 'Orders may still be paused.' : 'Orders may still come in.'}
            again={fetcher.again}
          />
        </div>
      )}
    </fetcher.Form>
  )
}

function pauseText(paused_until: number): string {
  if (paused_until > FAR_FUTURE_MS) return 'Until you reopen.'
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Lagos',
    hour: '2-digit',
    minute: '2-digit',
  }).format(paused_until)
  return `Until ${time}.`
}
