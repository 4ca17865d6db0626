import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Place } from '../../ui/map/map-frame.ts'
import { useChosenAddress } from './use-chosen.ts'

/** The pin of the map: where it is, and how a form moves it. */
export type Pinned = { pin: Place | null; onMovePin(point: Place): void }

/** The panel beside the map. */
export function PanelFrame({
  heading,
  way_out,
  children,
}: {
  heading: string
  way_out?: boolean
  children: ReactNode
}) {
  const to = useChosenAddress()
  return (
    <section id="chosen" aria-labelledby="chosen-heading" className="card min-w-0 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="chosen-heading" className="text-xl font-bold break-words">
          {heading}
        </h2>
        {way_out && (
          <Link to={to(null)} preventScrollReset className="min-h-11 content-center text-link underline">
            Choose nothing
          </Link>
        )}
      </div>
      <div className="mt-2">{children}</div>
    </section>
  )
}
