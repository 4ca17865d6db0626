import { useNavigate } from 'react-router'
import { ActionCheckbox, ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { describePlace, mapFrame, type Place } from '../../ui/map/map-frame.ts'
import { MovePin } from '../../ui/map/move-pin.tsx'
import type { CampusView, PlaceView } from './campus-view.server.ts'
import { DegreeField } from './degree-field.tsx'
import { PanelFrame, type Pinned } from './panel-frame.tsx'
import { useChosenAddress } from './use-chosen.ts'

type PanelProps = { campus: CampusView } & Pinned

/** One place: its form, and what else can be done with it. */
export function PlacePanel({ place, campus, pin, onMovePin }: PanelProps & { place: PlaceView }) {
  const subject = { name: 'place_id', value: place.id }
  const version = <input type="hidden" name="version" value={place.version} />
  if (place.is_retired) {
    return (
      <PanelFrame heading={place.name} way_out>
        <p className="mb-3 text-ink-soft">
          This place is retired: it is in no list, and no way leads over it. Orders that went there still name it.
        </p>
        <ActionForm intent="bring_back_place" subject={subject} button="Bring it back" busy="One moment…" look="brand">
          {version}
        </ActionForm>
      </PanelFrame>
    )
  }
  return (
    <PanelFrame heading={place.name} way_out>
      {place.is_closed && (
        <p className="mb-3 font-semibold text-warn">Closed: nothing is brought here. Ways lead past it all the same.</p>
      )}
      <WherePinIs pin={pin} campus={campus} except={place.id} onMovePin={onMovePin} />
      <ActionForm
        intent="change_place"
        subject={subject}
        button={`Save ${place.name}`}
        busy="Saving…"
        look="brand"
        noValidate
      >
        {version}
        <PlaceFields place={place} campus={campus} pin={pin ?? place} onMovePin={onMovePin} />
      </ActionForm>
      <div className="mt-4 flex flex-wrap items-start gap-2 border-t border-line pt-4">
        <ActionForm
          key={String(place.is_closed)}
          intent={place.is_closed ? 'reopen_place' : 'close_place'}
          subject={subject}
          button={place.is_closed ? 'Reopen it' : 'Close it for now'}
          busy="One moment…"
          look="quiet"
        >
          {version}
        </ActionForm>
        <ConfirmWithReason
          intent="retire_place"
          subject={subject}
          ask="Retire it…"
          what={RETIRED_FOR_NOW}
          button="Retire this place"
          busy="Retiring…"
        >
          {version}
        </ConfirmWithReason>
      </div>
    </PanelFrame>
  )
}

const RETIRED_FOR_NOW =
  'It goes out of every list, and no way leads over it. What was ordered there stays as it is, ' +
  'and it can be brought back.'

/** A place that is not on the campus yet. */
export function NewPlace({ campus, pin, onMovePin }: PanelProps) {
  const navigate = useNavigate()
  const to = useChosenAddress()
  const position = Math.max(0, ...campus.places.map((place) => place.position)) + 1
  // Without a landmark no vendor and no rider can register, so the first place is one.
  const first = !campus.places.some(({ landmark }) => landmark)
  const place = { name: '', kind: '', position, landmark: first, meeting_point: first, verified: false }
  return (
    <PanelFrame heading="A new place" way_out>
      <WherePinIs pin={pin} campus={campus} onMovePin={onMovePin} />
      <ActionForm
        intent="add_place"
        button="Add this place"
        busy="Adding…"
        look="brand"
        noValidate
        onDone={() => void navigate(to(null), { preventScrollReset: true })}
      >
        <PlaceFields place={place} campus={campus} pin={pin ?? campus.centre} onMovePin={onMovePin} />
      </ActionForm>
    </PanelFrame>
  )
}

type Typed = Pick<PlaceView, 'name' | 'position' | 'landmark' | 'meeting_point' | 'verified'> & { kind: string }

function PlaceFields({ place, campus, pin, onMovePin }: PanelProps & { pin: Place; place: Typed }) {
  return (
    <>
      <Field name="name" label="Name" maxLength={60} autoComplete="off" defaultValue={place.name} />
      <SelectField name="kind" label="What it is" defaultValue={place.kind}>
        <option value="" disabled>
          Please choose
        </option>
        {campus.kinds.map(({ kind, name }) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['latitude', 'longitude'] as const).map((part) => (
          <DegreeField
            key={part}
            name={part}
            label={part === 'latitude' ? 'Latitude' : 'Longitude'}
            degrees={pin[part]}
            onMove={(degrees) => onMovePin({ ...pin, [part]: degrees })}
          />
        ))}
      </div>
      <Field name="position" label="Place in the list" defaultValue={place.position} inputMode="numeric" />
      <div>
        <ActionCheckbox name="landmark" checked={place.landmark}>
          A landmark: vendors and riders say that they are near it
        </ActionCheckbox>
        <ActionCheckbox name="meeting_point" checked={place.meeting_point}>
          A meeting point: who lives too far away can come here
        </ActionCheckbox>
        <ActionCheckbox name="verified" checked={place.verified}>
          Somebody stood there and confirmed it
        </ActionCheckbox>
      </div>
    </>
  )
}

/** Where the pin is, in words, and how it is moved. */
function WherePinIs(props: { pin: Place | null; campus: CampusView; except?: number; onMovePin(point: Place): void }) {
  const { pin, campus, except, onMovePin } = props
  if (!pin) return null
  const others = campus.places.filter(({ id }) => id !== except)
  return (
    <div className="mb-4 text-sm text-ink-soft">
      <p aria-live="polite">The pin is {describePlace(pin, others)}. Drag it on the map, or:</p>
      <MovePin onMove={(east_m, north_m) => onMovePin(mapFrame([pin]).moved(pin, east_m, north_m))} />
    </div>
  )
}
