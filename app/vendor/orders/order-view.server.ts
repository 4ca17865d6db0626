import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { formatCampusDateTime, formatCampusTime, formatTimeOrDate } from '../../../domain/clock.ts'
import type { Kobo } from '../../../domain/money.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import { canMove, type OrderStatus, saysPacks } from '../../../domain/orders/lifecycle.ts'
import { type MissingDish, missingText } from '../../../domain/orders/missing-dish/missing-of-orders.ts'
import type { ItemLeft } from '../../../domain/orders/refunds/left-of-orders.ts'
import { type Undoable, undoKey } from '../../../domain/orders/undo-window.ts'

type Order = {
  id: number
  items: readonly ItemLeft[]
  total_price: Kobo
  total_left_kobo: Kobo
  vendor_promotion?: Kobo
  status: OrderStatus
  created_at: Date
  ready_by: Date | null
  customer_note: string | null
  note_changed_at: Date | null
  collects: boolean
  slot_from: Date | null
  begin_at: Date | null
  reject_at: Date | null
  packs: number | null
  packs_reason: string | null
  goes_with: readonly number[] | null
  undo: Undoable | null
  missing: readonly MissingDish[]
}

/** An order as a screen shows it, with its times in words, so that server and browser cannot disagree about them. */
export function orderView(order: Order, now: Date) {
  const { id, items, total_price, total_left_kobo, status, customer_note, collects, slot_from, begin_at } = order
  const is_to_cook = status === 'Pending' || status === 'Accepted'
  const choosing = order.missing.filter(({ outcome }) => outcome === null)
  const refunded = status === 'Pending' || status === 'Accepted' ? 'refunded, do not cook' : 'refunded'
  return {
    id,
    items,
    total_price,
    total_left_kobo,
    /** What of it the kitchen pays itself. */
    vendor_promotion: order.vendor_promotion ?? 0,
    /** What to say of an item whose money went back, in whole or in part. */
    refunded,
    status,
    customer_note,
    /** When its customer changed the note last, or took it out. */
    note_changed: order.note_changed_at && formatTimeOrDate(order.note_changed_at, now),
    collects,
    /** For which slot it was ordered, and when to begin. */
    slot: slot_from && `For ${slotText(slot_from, now)}`,
    /** The orders that one rider takes along with it. */
    goes_with: order.goes_with ? `Goes together with ${order.goes_with.map((other) => `#${other}`).join(', ')}` : null,
    begin_at: begin_at && is_to_cook ? formatCampusTime(begin_at) : null,
    /** Its customer may come for it now. */
    awaits_customer: collects && canMove('collect', status),
    /** Its rejection is held, so that it can be taken back. */
    is_rejecting: order.reject_at !== null,
    /** What its customer chooses about; its food is not ready before. */
    choosing: choosing.map((missing) => ({
      id: missing.id,
      name: missingText(missing),
      until: formatTimeOrDate(missing.answer_by, now),
      left_seconds: Math.ceil((missing.answer_by.getTime() - now.getTime()) / 1000),
    })),
    /** What can be said to be out: its place among the items, and how many of it are still to be cooked. */
    missable: is_to_cook
      ? items.flatMap((item, place) => {
          const waiting = choosing.filter((missing) => missing.item === place)
          const left = waiting.reduce((sum, { quantity }) => sum - quantity, item.left)
          return left > 0 ? [{ item: place, left, name: nameWithChoices(item) }] : []
        })
      : [],
    /** Its rider counts one pack for each portion, unless the kitchen says otherwise. */
    says_packs: saysPacks(order),
    packs: order.packs && `Packed in ${order.packs}: ${order.packs_reason}`,
    undo: order.undo && {
      what: order.undo.what,
      key: undoKey(order.undo),
      left_ms: order.undo.until.getTime() - now.getTime(),
    },
    date: formatCampusDateTime(order.created_at),
    ready_by: order.ready_by && status === 'Accepted' ? formatCampusTime(order.ready_by) : null,
  }
}

export type OrderView = ReturnType<typeof orderView>
