import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Ticket } from '../orders/ticket.tsx'
import {
  choosePaper,
  countAsPrinted,
  type DueTicket,
  dueTickets,
  ownPaper,
  type Paper,
  type TicketOrder,
} from './printed-tickets.ts'

const PX_PER_MM = 96 / 25.4
const MARGIN_MM = 2
/** What stands on either side of what the printer can reach. */
const SIDE_MM: Readonly<Record<Paper, number>> = { 58: 5, 80: 4 }

/** So long a browser may take to begin to print; one that has not begun by then prints nothing. */
const BEGINS_WITHIN_MS = 10_000

/** The ticket that is being printed; `done` hears whether the browser printed it. */
type Sheet = { ticket: DueTicket; done(printed: boolean): void }

let sheets = 0

/**
 * The printer of this device. It prints what is asked for, and where `orders` are given also their tickets by itself,
 * as they are accepted and as they change. One after the other, and one tab at a time where several are open; a ticket
 * counts once the browser is done with it, and one that it never began is offered again.
 */
export function useTickets(orders: readonly TicketOrder[] | null = null) {
  const [paper, setPaper] = useState<Paper | null>(null)
  const [sheet, setSheet] = useState<(Sheet & { id: number }) | null>(null)
  const [failed, setFailed] = useState<readonly TicketOrder[]>([])
  const latest = useRef({ orders, failed, paper })
  // Of what is on the screen: a render may be thrown away.
  useLayoutEffect(() => {
    latest.current = { orders, failed, paper }
  })
  const on_screen = useRef(true)
  const answer = useRef<Sheet['done'] | null>(null)
  useEffect(() => {
    on_screen.current = true
    setPaper(ownPaper())
    return () => {
      on_screen.current = false
    }
  }, [])
  // Without its sheet nobody would answer a ticket any more, and the printer of the device would stay taken.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sheet goes with its paper, too.
  useEffect(() => () => answer.current?.(false), [paper])
  const canPrint = useCallback(() => on_screen.current && latest.current.paper !== null && ownPaper() !== null, [])
  const printOne = useCallback(
    async (ticket: DueTicket) => {
      if (!canPrint()) return
      const printed = await new Promise<boolean>((done) => {
        answer.current = done
        setSheet({ id: sheets++, ticket, done })
      })
      answer.current = null
      setSheet(null)
      const others = latest.current.failed.filter(({ id }) => id !== ticket.order.id)
      latest.current.failed = printed ? others : [...others, ticket.order]
      setFailed(latest.current.failed)
      if (printed) countAsPrinted(ticket.order)
    },
    [canPrint],
  )
  const printDue = useCallback(async () => {
    const isTried = ({ order }: DueTicket) => latest.current.failed.some(({ id }) => id === order.id)
    for (;;) {
      const next = dueTickets(latest.current.orders ?? []).find((ticket) => !isTried(ticket))
      if (!next || !canPrint()) return
      await printOne(next)
    }
  }, [canPrint, printOne])
  useEffect(() => {
    if (paper && orders) void atPrinter(printDue)
  }, [paper, orders, printDue])
  return {
    paper,
    choose(chosen: Paper | null) {
      choosePaper(chosen, orders ?? [])
      setPaper(chosen)
    },
    print: (order: TicketOrder) => void atPrinter(() => printOne({ order, changes: [] })),
    /** Orders whose tickets the browser did not begin to print. */
    failed,
    sheet: paper && sheet && <TicketSheet key={sheet.id} paper={paper} {...sheet} />,
  }
}

let in_turn: Promise<void> = Promise.resolve()

/** When it is its turn, in this tab and among all of this device. */
function atPrinter(print: () => Promise<void>): Promise<void> {
  const alone = () => ('locks' in navigator ? navigator.locks.request('ticket-printer', print) : print())
  in_turn = in_turn.then(alone).catch(() => {})
  return in_turn
}

export type Tickets = ReturnType<typeof useTickets>

/** One ticket on paper as long as it needs (app/back-office.css); nobody sees it on the screen. */
function TicketSheet({ paper, ticket, done }: Sheet & { paper: Paper }) {
  const sheet = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each ticket is printed once, whatever else is new.
  useEffect(() => {
    const height_mm = Math.ceil((sheet.current?.offsetHeight ?? 0) / PX_PER_MM) + 2 * MARGIN_MM
    const page = new CSSStyleSheet()
    page.replaceSync(`@page { size: ${paper}mm ${height_mm}mm; margin: ${MARGIN_MM}mm ${SIDE_MM[paper]}mm }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, page]
    const never = setTimeout(() => done(false), BEGINS_WITHIN_MS)
    // Whoever presses Cancel in the browser's question has seen the ticket; no browser tells a page of it.
    const listens = new AbortController()
    window.addEventListener('beforeprint', () => clearTimeout(never), { signal: listens.signal })
    window.addEventListener('afterprint', () => done(true), { signal: listens.signal })
    window.print()
    return () => {
      clearTimeout(never)
      listens.abort()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== page)
    }
  }, [])
  return (
    <div ref={sheet} className={`ticket-sheet ticket-${paper}`}>
      <Ticket order={ticket.order} changes={ticket.changes} />
    </div>
  )
}
