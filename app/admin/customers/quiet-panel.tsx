import { ActionForm } from '../../ui/forms/action-form.tsx'

/** Switches quiet on or off for a customer who called. */
export function QuietPanel({ phone, quiet }: { phone: string; quiet: { is_quiet: boolean; words: string } }) {
  return (
    <section aria-label="SMS" className="card mt-6 flex flex-wrap items-center gap-4 p-5">
      <p className="min-w-0 grow basis-80">{quiet.words}</p>
      <ActionForm
        intent={quiet.is_quiet ? 'allow' : 'quiet'}
        subject={{ name: 'phone', value: phone }}
        button={quiet.is_quiet ? 'SMS again' : 'No more SMS'}
        busy="One moment…"
        look="quiet"
      />
    </section>
  )
}
