import { useNavigate } from 'react-router'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import type { CampusView, WayView } from './campus-view.server.ts'
import { PanelFrame } from './panel-frame.tsx'
import { useChosenAddress } from './use-chosen.ts'

/** One way: its minutes and closing hours, and what else can be done with it. */
export function WayPanel({ way }: { way: WayView }) {
  const subject = { name: 'way_id', value: way.id }
  const version = <input type="hidden" name="version" value={way.version} />
  if (way.is_retired) {
    return (
      <PanelFrame heading={way.name} way_out>
        <p className="mb-3 text-ink-soft">
          This way is retired: nobody is sent along it. It took {way.walk_minutes} minutes on foot.
        </p>
        <ActionForm intent="bring_back_way" subject={subject} button="Bring it back" busy="One moment…" look="brand">
          {version}
        </ActionForm>
      </PanelFrame>
    )
  }
  return (
    <PanelFrame heading={way.name} way_out>
      {way.is_closed && <p className="mb-3 font-semibold text-warn">Closed for now: nobody is sent along it.</p>}
      <ActionForm intent="change_way" subject={subject} button="Save this way" busy="Saving…" look="brand" noValidate>
        {version}
        <WayFields way={way} />
      </ActionForm>
      <div className="mt-4 flex flex-wrap items-start gap-2 border-t border-line pt-4">
        <ActionForm
          key={String(way.is_closed)}
          intent={way.is_closed ? 'reopen_way' : 'close_way'}
          subject={subject}
          button={way.is_closed ? 'Reopen it' : 'Close it for now'}
          busy="One moment…"
          look="quiet"
        >
          {version}
        </ActionForm>
        <ActionForm intent="retire_way" subject={subject} button="Retire this way" busy="Retiring…" look="quiet">
          {version}
        </ActionForm>
      </div>
    </PanelFrame>
  )
}

/** A way that is not on the campus yet. */
export function NewWay({ campus }: { campus: CampusView }) {
  const navigate = useNavigate()
  const to = useChosenAddress()
  return (
    <PanelFrame heading="A new way" way_out>
      <ActionForm
        intent="add_way"
        button="Add this way"
        busy="Adding…"
        look="brand"
        noValidate
        onDone={() => void navigate(to(null), { preventScrollReset: true })}
      >
        <End name="from" label="Between" campus={campus} />
        <End name="to" label="And" campus={campus} />
        <WayFields />
      </ActionForm>
    </PanelFrame>
  )
}

function End({ name, label, campus }: { name: 'from' | 'to'; label: string; campus: CampusView }) {
  return (
    <SelectField name={name} label={label} defaultValue="">
      <option value="" disabled>
        Please choose a place
      </option>
      {campus.places.map((place) => (
        <option key={place.id} value={place.id}>
          {place.name}
        </option>
      ))}
    </SelectField>
  )
}

function WayFields({ way }: { way?: WayView }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          name="walk_minutes"
          label="Minutes on foot"
          defaultValue={way?.walk_minutes ?? ''}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          name="ride_minutes"
          label="Minutes by bicycle or motorbike"
          hint="Empty: nobody can ride here."
          defaultValue={way?.ride_minutes ?? ''}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field name="closed_from" label="Closed from" type="time" defaultValue={way?.closed_from ?? ''} />
        <Field
          name="closed_until"
          label="until"
          type="time"
          hint="Both empty: always open."
          defaultValue={way?.closed_until ?? ''}
        />
      </div>
    </>
  )
}
