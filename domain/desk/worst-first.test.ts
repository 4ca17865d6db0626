import { expect, test } from 'vitest'
import type { WaitingKind } from './kinds.ts'
import type { Waiting, WaitingLine } from './waiting-line.ts'
import { worstFirst } from './worst-first.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 12, minute))

function waits(kind: WaitingKind, ...lines: Partial<WaitingLine>[]): Waiting {
  return { kind, count: lines.length, lines: lines.map((line, id) => ({ kind, id, since: at(id), ...line })) }
}

const shown = (waiting: Waiting[], most = 10) =>
  worstFirst(waiting, most).map(({ urgency, lines }) => [urgency, ...lines.map(({ kind, id }) => `${kind} ${id}`)])

test('food stands before money, money before new people, in each the worst kind first', () => {
  expect(
    shown([
      waits('vendors_pending', {}),
      waits('messages_failed', {}),
      waits('stuck', { order_id: 1 }),
      waits('refunds_failed', {}),
      waits('late', { order_id: 2 }),
    ]),
  ).toEqual([
    ['now', 'late 0', 'stuck 0'],
    ['today', 'refunds_failed 0', 'messages_failed 0'],
    ['soon', 'vendors_pending 0'],
  ])
})

test('of one kind the earliest promise stands first, then what has waited longest', () => {
  const late = waits(
    'late',
    { order_id: 1, promised_until: at(30) },
    { order_id: 2, promised_until: at(10) },
    { order_id: 3, promised_until: at(20) },
  )
  expect(shown([late])).toEqual([['now', 'late 1', 'late 2', 'late 0']])
  expect(shown([waits('refunds_failed', { since: at(9) }, { since: at(3) })])).toEqual([
    ['today', 'refunds_failed 1', 'refunds_failed 0'],
  ])
})

test('an order with several troubles is one line under the worst, which names the others', () => {
  const parts = worstFirst(
    [
      waits('no_rider', { order_id: 7 }, { order_id: 8 }),
      waits('late', { order_id: 7 }),
      waits('declined', { order_id: 7 }),
      // Money of the same order is another matter, for another person.
      waits('refunds_failed', { order_id: 7 }),
    ],
    10,
  )
  expect(parts.flatMap(({ lines }) => lines)).toMatchObject([
    { kind: 'late', order_id: 7, also: ['no_rider', 'declined'] },
    { kind: 'no_rider', order_id: 8, also: [] },
    { kind: 'refunds_failed', order_id: 7, also: [] },
  ])
  expect(parts.map(({ count }) => count)).toEqual([2, 1])
})

test('a flood of one kind hides no other: the rest of it is counted', () => {
  const flood = waits('messages_failed', ...Array.from({ length: 40 }, () => ({})))
  const [today] = worstFirst([flood, waits('without_pin', {})], 3)
  expect(today).toMatchObject({ count: 41, more: [{ kind: 'messages_failed', count: 37 }] })
  expect(today?.lines.map(({ kind }) => kind)).toEqual([...Array(3).fill('messages_failed'), 'without_pin'])
})

test('nothing is an empty list', () => expect(worstFirst([], 3)).toEqual([]))
