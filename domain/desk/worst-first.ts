import { every_kind, type Urgency, urgencies, type WaitingKind, waiting_kinds } from './kinds.ts'
import type { Waiting, WaitingLine } from './waiting-line.ts'

/** A line to act on, with what else is wrong with the same order. */
export type DeskLine = WaitingLine & { also: readonly WaitingKind[] }

/** What is equally urgent: the lines to show, and how many more there are of a kind. */
export type DeskPart = {
  urgency: Urgency
  count: number
  lines: readonly DeskLine[]
  more: readonly { kind: WaitingKind; count: number }[]
}

/**
 * Everything that waits as one list, worst first: by kind, in each what was promised earliest or has waited longest.
 * An order with several troubles is one line, under the worst of them. Of one kind at most `most_of_a_kind` are shown.
 */
export function worstFirst(waiting: readonly Waiting[], most_of_a_kind: number): DeskPart[] {
  const lines = oneForEachOrder(waiting.flatMap((kind) => kind.lines)).toSorted(
    (left, right) => rank(left) - rank(right) || dueOf(left) - dueOf(right),
  )
  return urgencies.flatMap((urgency) => {
    const of_part = lines.filter(({ kind }) => waiting_kinds[kind].urgency === urgency)
    if (of_part.length === 0) return []
    const nth = new Map<WaitingKind, number>()
    const shown = of_part.filter(({ kind }) => {
      nth.set(kind, (nth.get(kind) ?? 0) + 1)
      return (nth.get(kind) ?? 0) <= most_of_a_kind
    })
    const more = [...nth].flatMap(([kind, count]) =>
      count > most_of_a_kind ? [{ kind, count: count - most_of_a_kind }] : [],
    )
    return [{ urgency, count: of_part.length, lines: shown, more }]
  })
}

const rank = ({ kind }: WaitingLine) => every_kind.indexOf(kind)
const dueOf = ({ promised_until, since }: WaitingLine) => (promised_until ?? since).getTime()

/** The urgent lines of one order become the worst of them; everything else stays as it is. */
function oneForEachOrder(lines: readonly WaitingLine[]): DeskLine[] {
  const of_orders = new Map<number, WaitingLine[]>()
  for (const line of lines) {
    if (line.order_id === undefined || !isAboutFood(line)) continue
    of_orders.set(line.order_id, [...(of_orders.get(line.order_id) ?? []), line])
  }
  return lines.flatMap((line) => {
    const together = isAboutFood(line) && line.order_id !== undefined ? of_orders.get(line.order_id) : undefined
    if (!together) return [{ ...line, also: [] }]
    const [worst, ...others] = together.toSorted((left, right) => rank(left) - rank(right))
    return worst === line ? [{ ...line, also: others.map(({ kind }) => kind) }] : []
  })
}

const isAboutFood = ({ kind }: WaitingLine) => waiting_kinds[kind].urgency === 'now'
