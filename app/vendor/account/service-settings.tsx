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
import { readHours } from '../../ui/read-hours.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { useRefused } from '../../ui/use-refused.ts'
import { keptAs, SettingsPanel } from './settings-panel.tsx'

export type Service = {
  week_hours: WeekHours
  hours_exceptions: readonly HoursException[]
  preparation_minutes: number
  delivery_time: string | null
  slot_orders: number | null
  profile_photo: string | null
  /** Milliseconds since 1970; null while orders come in. */
  paused_until: number | null
  /** The date on the campus. */
  today: string
}

/** What stays editable once the registration is locked: pause, hours, times, photo. */
export function ServiceSettings({ service }: { service: Service }) {
  return (
    <>
      <Pause paused_until={service.paused_until} />
      <SettingsPanel heading="Opening hours" intent="hours" save="Save hours" lost="The hours may be as before.">
        <KeptHours service={service} />
      </SettingsPanel>
      <SettingsPanel heading="Times" intent="times" save="Save times" lost="The times may be as before.">
        <Field
          name="preparation_minutes"
          label="Preparation time in minutes"
          inputMode="numeric"
          defaultValue={service.preparation_minutes}
          required
        />
        <Field
          name="delivery_time"
          label="Delivery time"
          defaultValue={service.delivery_time ?? ''}
          maxLength={40}
          hint="As customers read it: 20-35 minutes"
        />
        <Field
          name="slot_orders"
          label="Orders for later, at most in 15 minutes"
          inputMode="numeric"
          defaultValue={service.slot_orders ?? ''}
          hint="Empty: as many as come. 0: none for later."
        />
      </SettingsPanel>
      <Photo address={service.profile_photo ?? ''} />
    </>
  )
}

/** The hours with the rows of what was typed and not saved; `SettingsPanel` fills them. */
function KeptHours({ service }: { service: Service }) {
  const refused = useRefused('hours')
  const [typed, setTyped] = useState(refused && readHours(refused.typed))
  useEffect(() => {
    const kept = readKept(keptAs('hours'))
    if (Object.keys(kept).length > 0) setTyped(readHours(kept))
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

function Photo({ address }: { address: string }) {
  const [photo, setPhoto] = useState(address)
  const [busy, setBusy] = useState(false)
  return (
    <SettingsPanel
      heading="Photo"
      intent="photo"
      save="Save photo"
      lost="The photo may be as before."
      disabled={busy}
      keeps={false}
    >
      <PictureInput
        name="profile_photo"
        label="Logo or photo"
        address={photo}
        words={photo_words}
        onChange={setPhoto}
        onBusy={setBusy}
      />
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
function Pause({ paused_until }: { paused_until: number | null }) {
  const { fetcher, sending, refused } = useAnswer(paused_until ? 'resume' : 'pause')
  return (
    <section aria-labelledby="pause-heading" className="card p-4 sm:p-6">
      <h2 id="pause-heading" className="mb-3 text-xl font-bold">
        {paused_until ? 'Orders are paused' : 'Busy? Pause orders'}
      </h2>
      <fetcher.Form method="post" encType="multipart/form-data">
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
