import { Maximize, Minimize } from 'lucide-react'
import { type KeyboardEvent, use } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { MayContext } from '../../ui/may-context.ts'
import { PauseForm } from '../account/pause-form.tsx'
import { PrintByItself, PrinterChoice } from '../tickets/printer-choice.tsx'
import type { Tickets } from '../tickets/ticket-sheet.tsx'
import { useFullScreen } from './use-full-screen.ts'

const settings = [
  ['Hours', '/account#hours-heading'],
  ['Times', '/account#times-heading'],
  ['Photo', '/account#photo-heading'],
] as const satisfies readonly (readonly [string, Address])[]

/** It lies over the orders. */
function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape') return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

/** What a kitchen changes while it works: the pause at once, the rest one tap away. */
export function BoardTools(props: {
  service: { paused_until: number | null; auto_accept_orders: number | null } | null
  tickets: Tickets
}) {
  const { service, tickets } = props
  const full = useFullScreen()
  const may_change = use(MayContext)('pause', '/account')
  return (
    <>
      {service && may_change && (
        <details key={service.paused_until} className="unfolds" onKeyDown={closeByEscape}>
          <summary className={buttonClass(service.paused_until ? 'primary' : 'quiet')}>
            {service.paused_until ? 'Paused' : 'Pause'}
          </summary>
          <div
            className={
              'absolute top-full right-0 z-20 w-96 rounded-card border border-line bg-surface p-4 shadow-raised ' +
              'max-md:left-0 max-md:w-auto'
            }
          >
            <PauseForm paused_until={service.paused_until} />
          </div>
        </details>
      )}
      {service && may_change && (
        <nav
          aria-label="Settings of the kitchen"
          className="behind-board flex flex-wrap gap-x-3 max-md:mr-auto md:gap-x-4"
        >
          {settings.map(([name, to]) => (
            <Link key={name} className="inline-flex min-h-11 items-center text-link underline" to={to}>
              {name}
            </Link>
          ))}
          {service.auto_accept_orders !== null && (
            <Link
              className="inline-flex min-h-11 items-center font-semibold text-link underline"
              to={'/account#auto_accept-heading' satisfies Address}
            >
              Accepts by itself, up to {service.auto_accept_orders} at once
            </Link>
          )}
        </nav>
      )}
      {service && <PrinterChoice tickets={tickets} />}
      {full && (
        <button type="button" className={buttonClass('quiet', 'max-md:hidden')} onClick={full.toggle}>
          {full.is_full ? <Minimize aria-hidden="true" size={18} /> : <Maximize aria-hidden="true" size={18} />}
          {full.is_full ? 'Leave full screen' : 'Full screen'}
        </button>
      )}
      {service && tickets.paper && <PrintByItself />}
    </>
  )
}
