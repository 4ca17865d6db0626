import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import type { OrderView } from '../orders/order-view.server.ts'

/** What a ticket says to do, in lines that can be compared: what to cook, and what waits for its customer. */
export type Printed = {
  cook: readonly string[]
  out: readonly string[]
  /** Missing on a ticket that an older page kept. */
  note?: string
  is_cancelled: boolean
}

type Ticketed = Pick<OrderView, 'items' | 'choosing' | 'status' | 'customer_note'>

/** What a ticket of the order would say now. */
export function printedOf({ items, choosing, status, customer_note }: Ticketed): Required<Printed> {
  return {
    cook: items.flatMap((item) => {
      const instead = item.instead_of ? `, instead of ${item.instead_of}` : ''
      return item.left > 0 ? [`${item.left} x ${nameWithChoices(item)}${instead}`] : []
    }),
    out: choosing.map(({ name }) => name),
    note: customer_note ?? '',
    is_cancelled: status === 'Cancelled',
  }
}

/** In words, what is different from the ticket that hangs in the kitchen; empty for nothing. */
export function changesSince(before: Printed, now: Required<Printed>): string[] {
  if (now.is_cancelled) return before.is_cancelled ? [] : ['Cancelled: do not cook it']
  const gone = before.cook.filter((line) => !now.cook.includes(line)).map((line) => `No more: ${line}`)
  const fresh = now.cook.filter((line) => !before.cook.includes(line)).map((line) => `Now: ${line}`)
  const out = now.out
    .filter((name) => !before.out.includes(name))
    .map((name) => `${name} is out: wait for the customer`)
  const dishes = [...gone, ...fresh, ...out]
  const settled = before.out.filter((name) => !now.out.includes(name))
  const note = before.note === undefined || before.note === now.note ? [] : [noteText(now.note)]
  return [...(dishes.length > 0 ? dishes : settled.map((name) => `${name}: cook it after all`)), ...note]
}

const noteText = (note: string) => (note ? `Note now: “${note}”` : 'The note was taken out')
