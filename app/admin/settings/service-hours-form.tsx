import { ActionForm } from '../../ui/forms/action-form.tsx'
import { type Hours, HoursFields } from '../../ui/forms/hours-fields.tsx'
import { readHours } from '../../ui/forms/read-hours.ts'
import { useRefused } from '../../ui/forms/use-refused.ts'

/** When the whole marketplace takes orders. `today` is the date on the campus. */
export function ServiceHoursForm({ saved }: { saved: Hours & { version: string; today: string } }) {
  const refused = useRefused('service_hours')
  return (
    <ActionForm intent="service_hours" button="Save service hours" busy="Saving…" look="brand">
      <input type="hidden" name="version" value={saved.version} />
      <HoursFields
        key={saved.version}
        hours={refused ? readHours(refused.typed) : saved}
        today={saved.today}
        warning="No hours are set: nobody can order anywhere before you set them."
      />
      <p className="text-sm text-ink-soft">From 00:00 to 00:00 is the whole day.</p>
    </ActionForm>
  )
}
