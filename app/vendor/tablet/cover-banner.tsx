import { useEffect } from 'react'
import { LogoutButton } from '../../account/logout-button.tsx'

export type Cover = { until: string; seconds_left: number }

/** Somebody is logged in as themselves on the kitchen's tablet: until when, and how to give it back. */
export function CoverBanner({ cover: { until, seconds_left } }: { cover: Cover }) {
  // What only they may see does not stay on the tablet.
  useEffect(() => {
    const over = setTimeout(() => window.location.reload(), seconds_left * 1000 + 500)
    return () => clearTimeout(over)
  }, [seconds_left])
  return (
    <section
      aria-label="On the kitchen’s tablet"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-warn bg-warn-soft p-4"
    >
      <p className="min-w-0 grow basis-64">
        <strong>You are logged in as yourself on the kitchen’s tablet</strong> until {until}. Then, or once you log out,
        it is the kitchen’s again.
      </p>
      <LogoutButton className="min-h-11 font-bold underline" label="Give it back" />
    </section>
  )
}
