import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import type { AssignedView } from './dispatch-view.server.ts'
import { incident_choices } from './incident-choices.ts'
import { SeenRider } from './seen-rider.tsx'

/** For food that cannot be handed over: what becomes of it, whatever its rider chose, and that it is back. */
export function DecideIncident({ row, places }: { row: AssignedView; places: readonly string[] }) {
  const common = {
    subject: { name: 'delivery_id', value: row.delivery_id },
    reason: { label: 'How do you know?', hint: 'For the audit log.' },
    busy: 'Saving…',
  }
  const seen = <SeenRider row={row} />
  return (
    <>
      <ConfirmWithReason
        {...common}
        intent="decide_incident"
        ask="Cannot be handed over…"
        what={`It counts at once, whatever ${row.rider.name} chose, and the rider is paid for the way.`}
        button="Decide"
      >
        {seen}
        <SelectField name="decision" label="What happens?" defaultValue="" required>
          <option value="">Choose…</option>
          {incident_choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="place" label="At which place, if it is left or handed on" defaultValue="">
          <option value="">None</option>
          {places.map((place) => (
            <option key={place} value={place}>
              {place}
            </option>
          ))}
        </SelectField>
      </ConfirmWithReason>
      {row.incident?.is_coming_back && (
        <ConfirmWithReason
          {...common}
          intent="come_back"
          ask="It is back…"
          what="The rider is back at the kitchen with the food, and cannot say so by phone."
          button="Mark it"
        >
          {seen}
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="kitchen_closed" className="size-5" />
            The kitchen is closed
          </label>
        </ConfirmWithReason>
      )}
    </>
  )
}
