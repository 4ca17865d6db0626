import { type Paper, papers } from './printed-tickets.ts'
import type { Tickets } from './ticket-sheet.tsx'

/** Whether this device prints a ticket of each order that is accepted, and on which paper. */
export function PrinterChoice({ tickets }: { tickets: Tickets }) {
  const { paper, choose } = tickets
  return (
    <label className="needs-script flex items-center gap-2">
      <span className="text-sm font-semibold">Tickets</span>
      <select
        value={paper ?? ''}
        className="h-11 rounded-control border border-edge bg-surface px-1 md:px-2"
        onChange={({ target }) => choose(papers.find((one): one is Paper => one === target.value) ?? null)}
      >
        <option value="">Off</option>
        {papers.map((one) => (
          <option key={one} value={one}>
            {one} mm
          </option>
        ))}
      </select>
    </label>
  )
}

/** How a device that prints does it without a question each time. */
export function PrintByItself() {
  return (
    <details className="behind-board max-md:basis-full md:max-w-md">
      <summary className="min-h-11 content-center text-link underline">Print without being asked</summary>
      <p>
        The browser asks before each ticket. Started like this, in Chrome or Chromium, it prints at once, on the printer
        that the system prints on by default:
      </p>
      <p className="mt-2 rounded-control bg-sunken p-2 font-mono text-sm break-all">
        chromium --kiosk-printing --app={window.location.origin}/vendor-dashboard
      </p>
    </details>
  )
}
