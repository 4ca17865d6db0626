import { useEffect, useState } from 'react'
import type { HoursException, OpenStretch, WeekHours } from '../../../domain/catalog/hours/opening-hours.ts'
import { SAME_PRICE_REST_DAYS } from '../../../domain/catalog/lifecycle.ts'
import { ActionCheckbox } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { HoursFields } from '../../ui/forms/hours-fields.tsx'
import { readKept } from '../../ui/forms/kept-form.ts'
import { readHours } from '../../ui/forms/read-hours.ts'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { photo_words } from '../../ui/pictures/photo-words.ts'
import { PictureInput } from '../../ui/pictures/picture-input.tsx'
import { PauseForm } from './pause-form.tsx'
import { SettingsPanel, useKeptAs } from './settings-panel.tsx'

export type Service = {
  week_hours: WeekHours
  hours_exceptions: readonly HoursException[]
  preparation_minutes: number
  delivery_time: string | null
  slot_orders: number | null
  auto_accept_orders: number | null
  auto_accept_hours: OpenStretch | null
  /** Of what is shown in each form, to notice that a colleague changed it meanwhile. */
  versions: { hours: string; times: string; auto_accept: string }
  same_price: boolean
  /** From which day on it may be promised again, in words; null where it may now. */
  same_price_from: string | null
  profile_photo: string | null
  /** Milliseconds since 1970; null while orders come in. */
  paused_until: number | null
  /** The date on the campus. */
  today: string
}

const same_price_means =
  'Your card and your menu then say “Same price as at the counter”. A customer who paid more can tell us; where ' +
  `that is true, money goes back, and the promise is off for ${SAME_PRICE_REST_DAYS} days.`

/** What stays editable once the registration is locked: pause, hours, times, the promise of the same price, photo. */
export function ServiceSettings({ service }: { service: Service }) {
  return (
    <>
      <section aria-labelledby="pause-heading" className="card p-4 sm:p-6">
        <h2 id="pause-heading" className="mb-3 text-xl font-bold">
          {service.paused_until ? 'Orders are paused' : 'Busy? Pause orders'}
        </h2>
        <PauseForm paused_until={service.paused_until} />
      </section>
      <SettingsPanel
        heading="Opening hours"
        intent="hours"
        save="Save hours"
        lost="The hours may be as before."
        version={service.versions.hours}
      >
        <KeptHours service={service} />
      </SettingsPanel>
      <SettingsPanel
        heading="Times"
        intent="times"
        save="Save times"
        lost="The times may be as before."
        version={service.versions.times}
      >
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
      <SettingsPanel
        heading="Accept by itself"
        intent="auto_accept"
        save="Save"
        lost="New orders may still be accepted as before."
        version={service.versions.auto_accept}
      >
        <Field
          name="auto_accept_orders"
          label="Accept new orders while fewer than so many are cooking"
          inputMode="numeric"
          defaultValue={service.auto_accept_orders ?? ''}
          hint="With your preparation time, while you are open and not paused. Empty: never by itself."
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            name="auto_accept_opens"
            label="Only from"
            type="time"
            defaultValue={service.auto_accept_hours?.opens ?? ''}
          />
          <Field
            name="auto_accept_closes"
            label="until"
            type="time"
            defaultValue={service.auto_accept_hours?.closes ?? ''}
            hint="Both empty: whenever you are open."
          />
        </div>
      </SettingsPanel>
      <SettingsPanel
        heading="Same price"
        intent="same_price"
        save="Save the promise"
        lost="The promise may be as before."
        disabled={service.same_price_from !== null}
        keeps={false}
      >
        <ActionCheckbox name="same_price" checked={service.same_price}>
          My dishes cost the same here as at my counter
        </ActionCheckbox>
        <p className="text-sm text-ink-soft">
          {service.same_price_from
            ? `A customer paid more here than there. You can promise it again from ${service.same_price_from} on.`
            : same_price_means}
        </p>
      </SettingsPanel>
      <Photo address={service.profile_photo ?? ''} />
    </>
  )
}

/** The hours with the rows of what was typed and not saved; `SettingsPanel` fills them. */
function KeptHours({ service }: { service: Service }) {
  const refused = useRefused('hours')
  const [typed, setTyped] = useState(refused && readHours(refused.typed))
  const kept_as = useKeptAs('hours')
  useEffect(() => {
    const kept = readKept(kept_as)
    if (Object.keys(kept).length > 0) setTyped(readHours(kept))
  }, [kept_as])
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
      <input type="hidden" name="shown_photo" value={address} />
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
