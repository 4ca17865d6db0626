import { isChatShown } from '../../../domain/chat/chat-rules.ts'
import { formatTimeOrDate } from '../../../domain/clock.ts'
import type { OrderStory } from '../../../domain/desk/order-story/order-story.ts'
import type { OrderFile } from '../../../domain/orders/order-file.ts'
import type { Sees } from '../sees.ts'

/** What the customer wrote to us and waits for an answer, and whether there can be one; null for who helps nobody. */
export function chatView({ order, history }: OrderFile, { chat }: OrderStory, sees: Sees, now: Date) {
  if (!sees.customers) return null
  const is_over = order.status === 'Delivered' || order.status === 'Cancelled'
  const ended_at = is_over ? (history.at(-1)?.recorded_at ?? null) : null
  const waiting = chat.flatMap(({ line }) =>
    line.partner === 'desk' && line.from_role === 'customer' && line.read_at === null ? [line] : [],
  )
  return {
    may_write: isChatShown({ ended_at }, now),
    waiting: waiting.map(({ id, text, written_at }) => ({ id, text, when: formatTimeOrDate(written_at, now) })),
  }
}

export type ChatView = NonNullable<ReturnType<typeof chatView>>
