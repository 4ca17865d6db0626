import { useCallback, useEffect, useRef, useState } from 'react'
import { Ticket } from '../orders/ticket.tsx'
import {
  choosePaper,
  type DueTicket,
  ownPaper,
  type Paper,
  type TicketOrder,
  takeDueTickets,
} from './printed-tickets.ts'

const PX_PER_MM = 96 / 25.4
const MARGIN_MM = 2
/** What stands on either side of what the printer can reach. */
const SIDE_MM: Readonly<Record<Paper, number>> = { 58: 5, 80: 4 }

/**
 * The printer of this device. It prints what is asked for, and where `orders` are given also their tickets by itself,
 * as they are accepted and as they change; one tab does it where several are open.
 */
export function useTickets(orders: readonly TicketOrder[] | null = null) {
  const [paper, setPaper] = useState<Paper | null>(null)
  const [queue, setQueue] = useState<readonly DueTicket[]>([])
  const add = useCallback((due: readonly DueTicket[]) => setQueue((waiting) => [...waiting, ...due]), [])
  const next = useCallback(() => setQueue(([, ...waiting]) => waiting), [])
  useEffect(() => setPaper(ownPaper()), [])
  useEffect(() => {
    if (!paper || !orders) return
    const take = () => add(takeDueTickets(orders))
    if ('locks' in navigator) void navigator.locks.request('ticket-printer', take)
    else take()
  }, [paper, orders, add])
  return {
    paper,
    choose(chosen: Paper | null) {
      choosePaper(chosen, orders ?? [])
      setPaper(chosen)
    },
    print: (order: TicketOrder) => add([{ order, changes: [] }]),
    sheet: paper && queue[0] && <TicketSheet paper={paper} ticket={queue[0]} onPrinted={next} />,
  }
}

export type Tickets = ReturnType<typeof useTickets>

/** One ticket on paper as long as it needs (app/back-office.css); nobody sees it on the screen. */
function TicketSheet(props: { paper: Paper; ticket: DueTicket; onPrinted(): void }) {
  const { paper, ticket, onPrinted } = props
  const sheet = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each ticket is printed once, whatever else is new.
  useEffect(() => {
    const height_mm = Math.ceil((sheet.current?.offsetHeight ?? 0) / PX_PER_MM) + 2 * MARGIN_MM
    const page = new CSSStyleSheet()
    page.replaceSync(`@page { size: ${paper}mm ${height_mm}mm; margin: ${MARGIN_MM}mm ${SIDE_MM[paper]}mm }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, page]
    window.addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => {
      window.removeEventListener('afterprint', onPrinted)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== page)
    }
  }, [ticket])
  return (
    <div ref={sheet} className={`ticket-sheet ticket-${paper}`}>
      <Ticket order={ticket.order} changes={ticket.changes} />
    </div>
  )
}
