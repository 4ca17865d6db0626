import { useEffect, useState } from 'react'
import type { HoursException, WeekHours } from '../../../domain/catalog/opening-hours.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { HoursFields } from '../../ui/hours-fields.tsx'
import { readKept } from '../../ui/kept-form.ts'
import { LostLineNotice } from '../../ui/lost-line-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { photo_words } from '../../ui/photo-words.ts'
import { PictureInput } from '../../ui/picture-input.tsx'
import { type Hours, readHours } from '../../ui/read-hours.ts'
import { type Answered, answerTo, keptAs, SettingsPanel, useAnswer } from './settings-panel.tsx'

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

/** What stays editable once the registration is locked: pause, hours, times, photo. */
export function ServiceSettings({ service, answered }: { service: Service; answered: Answered }) {
  return (
    <>
      <Pause paused_until={service.paused_until} answered={answered} />
      <SettingsPanel
        heading="Opening hours"
        intent="hours"
        save="Save hours"
        lost="The hours may be as before."
        answered={answered}
      >
        {(answer) => <KeptHours service={service} refused={answer?.typed?.hours} />}
      </SettingsPanel>
      <SettingsPanel
        heading="Times"
        intent="times"
        save="Save times"
        lost="The times may be as before."
        answered={answered}
      >
        {(answer) => (
          <>
            <Field
              name="preparation_minutes"
              label="Preparation time in minutes"
              inputMode="numeric"
              defaultValue={answer?.typed?.times?.preparation_minutes ?? service.preparation_minutes}
              required
              error={answer?.times_errors?.preparation_minutes}
            />
            <Field
              name="delivery_time"
              label="Delivery time"
              defaultValue={answer?.typed?.times?.delivery_time ?? service.delivery_time ?? ''}
              maxLength={40}
              error={answer?.times_errors?.delivery_time}
              hint="As customers read it: 20-35 minutes"
            />
          </>
        )}
      </SettingsPanel>
      <Photo address={service.profile_photo ?? ''} answered={answered} />
    </>
  )
}

/** The hours with the rows of what was typed and not saved; `SettingsPanel` fills them. */
function KeptHours({ service, refused }: { service: Service; refused: Hours | undefined }) {
  const [typed, setTyped] = useState(refused)
  useEffect(() => {
    const kept = Object.entries(readKept(keptAs('hours')))
    if (kept.length === 0) return
    const form = new FormData()
    for (const [name, value] of kept) form.set(name, value)
    setTyped(readHours(form))
  }, [])
  return (
    <HoursFields
      key={typed ? 'typed' : 'saved'}
      hours={typed ?? service}
      today={service.today}
      warning="You have no opening hours yet: nobody can order before you set them."
    />
  )
}

function Photo({ address, answered }: { address: string; answered: Answered }) {
  const [photo, setPhoto] = useState(address)
  const [busy, setBusy] = useState(false)
  return (
    <SettingsPanel
      heading="Photo"
      intent="photo"
      save="Save photo"
      lost="The photo may be as before."
      busy={busy}
      keeps={false}
      answered={answered}
    >
      {() => (
        <PictureInput
          name="profile_photo"
          label="Logo or photo"
          address={photo}
          words={photo_words}
          onChange={setPhoto}
          onBusy={setBusy}
        />
      )}
    </SettingsPanel>
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

/** One press when the vendor has its hands full. */
function Pause({ paused_until, answered }: { paused_until: number | null; answered: Answered }) {
  const fetcher = useAnswer()
  const problem = answerTo('pause', fetcher.data, answered)?.problem
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
                  className={buttonClass('quiet', 'px-1!')}
                  disabled={busy}
                >
                  {words}
                </button>
              ))}
            </div>
          </>
        )}
        {problem && (
          <div className="mt-3">
            <Notice kind="bad">{problem}</Notice>
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
