import { Form } from 'react-router'
import { buttonClass } from '../ui/button.tsx'

/** Says on every screen of a kitchen that an admin acts for it, until when, and how to stop. */
export function ActingBanner({ acting }: { acting: { name: string; until: string } }) {
  return (
    <section
      aria-label="You act for a kitchen"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-warn bg-warn-soft p-4"
    >
      <p className="min-w-0 grow basis-64">
        <strong>You act for {acting.name}</strong> until {acting.until}. What you do here is written down with your
        name, and the kitchen reads it.
      </p>
      <Form method="post" action={'/admin/vendors' satisfies Address}>
        <input type="hidden" name="intent" value="stop_acting" />
        <button type="submit" className={buttonClass('brand')}>
          Stop acting
        </button>
      </Form>
    </section>
  )
}
