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
        className="h-11 rounded-control border border-edge bg-surface px-2"
        onChange={({ target }) => choose(papers.find((one): one is Paper => one === target.value) ?? null)}
      >
        <option value="">Not printed here</option>
        {papers.map((one) => (
          <option key={one} value={one}>
            Printed on {one} mm
          </option>
        ))}
      </select>
    </label>
  )
}
