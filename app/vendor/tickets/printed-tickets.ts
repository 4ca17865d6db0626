import type { OrderView } from '../orders/order-view.server.ts'
import { changesSince, type Printed, printedOf } from './ticket-changes.ts'

/** See docs/product.md#what-the-browser-keeps. */
const PAPER = 'ticket-paper'
const PRINTED = 'printed-tickets'
/** A ticket of which no change is expected any more. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** A ready order that is older needs no ticket: whoever packed it did without. */
const LATE_TICKET_MS = 2 * 60 * 60 * 1000

/** The width of the roll in this device's printer, in millimetres. */
export const papers = ['58', '80'] as const
export type Paper = (typeof papers)[number]

/** `since_ms` is when it began to be the kitchen's, in milliseconds since 1970; only a board knows it. */
export type TicketOrder = OrderView & { customer_name: string; since_ms?: number }
/** What is to be printed, and what is different from the ticket before; empty for a first one. */
export type DueTicket = { order: TicketOrder; changes: readonly string[] }

type Known = Record<string, Printed & { printed_at: number }>

/** The paper of this device's printer; null where it has none. */
export function ownPaper(): Paper | null {
  return papers.find((paper) => paper === localStorage.getItem(PAPER)) ?? null
}

/** From now on this device prints on such paper, or not at all. What is open already has its ticket. */
export function choosePaper(paper: Paper | null, orders: readonly TicketOrder[]): void {
  if (paper === null) {
    localStorage.removeItem(PAPER)
    localStorage.removeItem(PRINTED)
    return
  }
  if (ownPaper() === null) keep({}, orders)
  localStorage.setItem(PAPER, paper)
}

/**
 * The tickets that this device owes its kitchen, until they are printed (`countAsPrinted`): those of orders that it has
 * not printed and that were accepted, or made ready within two hours, perhaps while the board was closed, and new ones
 * where something changed since.
 */
export function dueTickets(orders: readonly TicketOrder[]): DueTicket[] {
  const known = printedBefore()
  return orders.flatMap((order): DueTicket[] => {
    const before = known[order.id]
    if (!before) return needsFirst(order) ? [{ order, changes: [] }] : []
    const now = printedOf(order)
    // What is cooked is cooked; who hands it out still has to read another note.
    const told = order.status === 'Completed' ? { ...before, note: now.note } : now
    const changes = isPrinted(order) ? changesSince(before, told) : []
    return changes.length > 0 ? [{ order, changes }] : []
  })
}

/** The browser is done with a ticket: it is owed no more, as it stands on the paper. */
export function countAsPrinted(order: TicketOrder): void {
  keep(printedBefore(), [order])
}

/** Whether it should have a ticket: it goes to its rider with one, also where it went from New to Ready at once. */
const needsFirst = ({ status, since_ms = 0 }: TicketOrder) =>
  status === 'Accepted' || (status === 'Completed' && Date.now() - since_ms < LATE_TICKET_MS)

/** Whether it has a ticket that may change. */
const isPrinted = ({ status }: TicketOrder) => status !== 'Pending' && status !== 'Picked up'

function printedBefore(): Known {
  try {
    return JSON.parse(localStorage.getItem(PRINTED) ?? '{}') as Known
  } catch {
    return {}
  }
}

function keep(known: Known, printed: readonly TicketOrder[]): void {
  const now = Date.now()
  const kept = Object.entries(known).filter(([, ticket]) => now - ticket.printed_at < KEPT_MS)
  const fresh = printed.filter(isPrinted).map((order) => [order.id, { ...printedOf(order), printed_at: now }] as const)
  localStorage.setItem(PRINTED, JSON.stringify(Object.fromEntries([...kept, ...fresh])))
}
