import { type ReactNode, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { HoursException, WeekHours } from '../../../domain/catalog/opening-hours.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { toast } from '../../ui/toast.tsx'
import type { AccountAnswer } from './account-answer.ts'
import { HoursFields } from './hours-fields.tsx'

export type Service = {
  week_hours: WeekHours
  hours_exceptions: readonly HoursException[]
  preparation_minutes: number
  delivery_time: string | null
  profile_photo: string | null
  /** Milliseconds since 1970; null while orders come in. */
  paused_until: number | null
  /** The date on the campus. */
  today: string
}

/** What stays editable once the registration is locked (reading-the-spec): pause, hours, times, photo. */
export function ServiceSettings({ service }: { service: Service }) {
  return (
    <>
      <Pause paused_until={service.paused_until} />
      <Panel heading="Opening hours" intent="hours" save="Save hours">
        {() => <HoursFields service={service} />}
      </Panel>
      <Panel heading="Times" intent="times" save="Save times">
        {(answer) => (
          <>
            <Field
              name="preparation_minutes"
              label="Preparation time in minutes"
              inputMode="numeric"
              defaultValue={service.preparation_minutes}
              required
              error={answer?.times_errors?.preparation_minutes}
            />
            <Field
              name="delivery_time"
              label="Delivery time"
              defaultValue={service.delivery_time ?? ''}
              maxLength={40}
              error={answer?.times_errors?.delivery_time}
              hint="As customers read it: 20-35 minutes"
            />
          </>
        )}
      </Panel>
      <Photo address={service.profile_photo ?? ''} />
    </>
  )
}

function Panel(props: {
  heading: string
  intent: string
  save: string
  busy?: boolean
  children(answer: AccountAnswer | undefined): ReactNode
}) {
  const fetcher = useAnswer()
  const busy = fetcher.state !== 'idle' || props.busy
  const id = `${props.intent}-heading`
  return (
    <section aria-labelledby={id} className="card p-4 sm:p-6">
      <h2 id={id} className="mb-4 text-xl font-bold">
        {props.heading}
      </h2>
      <fetcher.Form method="post" encType="multipart/form-data" noValidate className="space-y-4">
        <input type="hidden" name="intent" value={props.intent} />
        {props.children(fetcher.data)}
        {fetcher.data?.problem && <Notice kind="bad">{fetcher.data.problem}</Notice>}
        <button type="submit" className={buttonClass('brand')} disabled={busy}>
          {busy ? 'One moment…' : props.save}
        </button>
      </fetcher.Form>
    </section>
  )
}

function Photo({ address }: { address: string }) {
  const [photo, setPhoto] = useState(address)
  const [busy, setBusy] = useState(false)
  return (
    <Panel heading="Photo" intent="photo" save="Save photo" busy={busy}>
      {() => (
        <PictureInput
          name="profile_photo"
          label="Logo or photo"
          address={photo}
          failed="Failed to upload profile photo"
          onChange={setPhoto}
          onBusy={setBusy}
        />
      )}
    </Panel>
  )
}

const lengths = [
  ['15', '15 minutes'],
  ['30', '30 minutes'],
  ['60', '60 minutes'],
  ['until_reopened', 'Until I reopen'],
] as const

/** Beyond any pause in minutes: it stands for "until reopened". */
const FAR_FUTURE_MS = Date.UTC(9000, 0)

/** One press when the kitchen is full. */
function Pause({ paused_until }: { paused_until: number | null }) {
  const fetcher = useAnswer()
  const busy = fetcher.state !== 'idle'
  return (
    <section aria-labelledby="pause-heading" className="card p-4 sm:p-6">
      <h2 id="pause-heading" className="mb-3 text-xl font-bold">
        {paused_until ? 'Orders are paused' : 'Busy? Pause orders'}
      </h2>
      <fetcher.Form method="post" encType="multipart/form-data">
        {paused_until ? (
          <>
            <p className="mb-3">{pauseText(paused_until)} Customers see “Busy. Not taking orders for now”.</p>
            <button
              type="submit"
              name="intent"
              value="resume"
              className={buttonClass('primary')}
              disabled={busy}
            >
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
                  className={buttonClass('quiet', 'px-3')}
                  disabled={busy}
                >
                  {words}
                </button>
              ))}
            </div>
          </>
        )}
        {fetcher.data?.problem && (
          <div className="mt-3">
            <Notice kind="bad">{fetcher.data.problem}</Notice>
          </div>
        )}
      </fetcher.Form>
    </section>
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

/** A fetcher that says in a toast what was done. */
function useAnswer() {
  const fetcher = useFetcher<AccountAnswer>()
  const answer = fetcher.data
  useEffect(() => {
    if (answer?.done) toast(answer.done)
  }, [answer])
  return fetcher
}
