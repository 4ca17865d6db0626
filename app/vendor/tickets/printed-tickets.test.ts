import { afterEach, expect, test, vi } from 'vitest'
import { choosePaper, countAsPrinted, dueTickets, type TicketOrder } from './printed-tickets.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
afterEach(() => kept.clear())

const HOUR_MS = 3_600_000
const order = (id: number, status: TicketOrder['status'], hours_ago = 0) =>
  ({ id, status, items: [], choosing: [], customer_note: null, since_ms: Date.now() - hours_ago * HOUR_MS }) as never
const due = (...orders: TicketOrder[]) => dueTickets(orders).map((ticket) => ticket.order.id)
const print = (...orders: TicketOrder[]) => {
  const printed = dueTickets(orders)
  for (const ticket of printed) countAsPrinted(ticket.order)
  return printed.map((ticket) => ticket.order.id)
}

test('what was made ready while the board was closed is printed when it is back, once, and not for ever', () => {
  choosePaper('58', [])
  // What the browser was not done with is owed all the same.
  expect(due(order(2, 'Accepted'))).toEqual([2])
  expect(print(order(1, 'Pending'), order(2, 'Accepted'))).toEqual([2])
  // Another device accepted the third and made it ready; the first went from New to Ready.
  const back = [order(1, 'Completed'), order(2, 'Completed'), order(3, 'Completed', 1), order(4, 'Completed', 3)]
  expect(print(...back)).toEqual([1, 3])
  expect(due(...back)).toEqual([])
  expect(due(order(5, 'Picked up'))).toEqual([])
})
