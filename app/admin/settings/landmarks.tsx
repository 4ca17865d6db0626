import { useId, useState } from 'react'
import { ActionForm } from '../../ui/action-form.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CampusMap } from '../../ui/campus-map.tsx'
import { Field } from '../../ui/field.tsx'
import type { Place } from '../../ui/map-frame.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useRefused } from '../../ui/use-refused.ts'

export type LandmarkRow = Place & { name: string; verified: boolean; position: number; version: string }

/** The landmarks, each with a form that unfolds, and one more for a new one. */
export function Landmarks({ landmarks, campus }: { landmarks: readonly LandmarkRow[]; campus: Place }) {
  const next = Math.max(0, ...landmarks.map(({ position }) => position)) + 1
  const { latitude, longitude } = campus
  const refused = useRefused('landmark')
  const new_refused = useRefused('new_landmark') !== null
  return (
    <ul className="divide-y divide-line">
      {landmarks.map((landmark) => (
        <li key={landmark.name} className="py-3">
          <details className="unfolds" open={refused?.typed['name'] === landmark.name}>
            <summary className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold">{landmark.name}</span>
              <StatusChip status={landmark.verified ? 'Verified' : 'Not verified'} />
              <span className="money text-sm text-ink-soft">
                {landmark.latitude}, {landmark.longitude}
              </span>
              <span className="ml-auto font-semibold text-link underline">Edit</span>
            </summary>
            <LandmarkForm landmarks={landmarks} landmark={landmark} />
          </details>
        </li>
      ))}
      <li className="pt-4">
        <details className="unfolds" open={new_refused}>
          <summary className={buttonClass('quiet')}>Add a landmark…</summary>
          <LandmarkForm
            landmarks={landmarks}
            landmark={{ name: '', latitude, longitude, verified: false, position: next, version: '' }}
          />
        </details>
      </li>
    </ul>
  )
}

function LandmarkForm(props: { landmarks: readonly LandmarkRow[]; landmark: LandmarkRow }) {
  const { landmarks, landmark } = props
  const is_new = landmark.version === ''
  const [place, setPlace] = useState<Place>(landmark)
  const move = (part: keyof Place, text: string) => {
    const degrees = Number(text)
    if (text.trim() !== '' && Number.isFinite(degrees)) setPlace({ ...place, [part]: degrees })
  }
  const verified = useId()
  return (
    <div className="mt-3 grid gap-5 rounded-control border border-line bg-sunken p-4 lg:grid-cols-2">
      <ActionForm
        intent={is_new ? 'new_landmark' : 'landmark'}
        {...(is_new ? {} : { subject: { name: 'name', value: landmark.name } })}
        button={is_new ? 'Add the landmark' : `Save ${landmark.name}`}
        busy="Saving…"
        look="brand"
      >
        <input type="hidden" name="version" value={landmark.version} />
        {is_new && <Field name="name" label="Name" maxLength={60} autoComplete="off" />}
        <Field
          key={`latitude ${place.latitude}`}
          name="latitude"
          label="Latitude"
          defaultValue={place.latitude}
          inputMode="decimal"
          onBlur={(event) => move('latitude', event.target.value)}
        />
        <Field
          key={`longitude ${place.longitude}`}
          name="longitude"
          label="Longitude"
          defaultValue={place.longitude}
          inputMode="decimal"
          onBlur={(event) => move('longitude', event.target.value)}
        />
        <Field name="position" label="Place in the list" defaultValue={landmark.position} inputMode="numeric" />
        <label htmlFor={verified} className="flex min-h-11 items-center gap-3 font-semibold">
          <input id={verified} type="checkbox" name="verified" defaultChecked={landmark.verified} className="size-5" />
          Somebody stood there and confirmed it
        </label>
      </ActionForm>
      <CampusMap
        landmarks={landmarks.filter(({ name }) => name !== landmark.name)}
        pin={place}
        whose={landmark.name || 'The new landmark'}
        onMove={setPlace}
      />
    </div>
  )
}
