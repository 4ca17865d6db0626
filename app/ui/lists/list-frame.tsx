import type { ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import type { Page } from '../../../domain/keyset.ts'
import { buttonClass } from '../button.tsx'
import { StepLinks } from './step-links.tsx'
import { useListAddress } from './use-list-address.ts'

type ListFrameProps = {
  /** The list's own path, where nothing is searched or filtered. */
  action: Address
  page: Pick<Page<unknown>, 'after' | 'before'> & { rows: { length: number } }
  /** Whether a search or a filter leaves something out. */
  narrowed: boolean
  /** What the list holds, in the plural: "orders". */
  things: string
  /** What to expect where there is nothing at all yet. */
  empty_hint: ReactNode
  /** How many there are in all, where the list says so: "Showing X of Y records". */
  total?: number
  children: ReactNode
}

/** What stands around a list's table: that it is loading, that it is empty, how many there are, Previous and Next. */
export function ListFrame(props: ListFrameProps) {
  const { action, page, narrowed, things, empty_hint, total, children } = props
  const { location } = useNavigation()
  const to = useListAddress()
  const step = (side: 'after' | 'before', cursor: string | null) =>
    cursor && to({ after: null, before: null, [side]: cursor })
  return (
    <>
      <p role="status" className="mb-2 min-h-6 text-sm text-ink-soft">
        {location?.pathname === action
          ? 'Looking…'
          : total !== undefined && `Showing ${page.rows.length} of ${total} records`}
      </p>
      {page.rows.length > 0 ? (
        children
      ) : (
        <div className="card p-8 text-center">
          <p className="text-lg font-semibold">{narrowed ? `No ${things} match.` : `No ${things} yet.`}</p>
          <p className="mt-1 text-ink-soft">{narrowed ? 'Try another word or status.' : empty_hint}</p>
          {narrowed && (
            <Link className={buttonClass('brand', 'mt-4')} to={action}>
              Show all {things}
            </Link>
          )}
        </div>
      )}
      {(page.before || page.after) && (
        <StepLinks previous={step('before', page.before)} next={step('after', page.after)} />
      )}
    </>
  )
}
