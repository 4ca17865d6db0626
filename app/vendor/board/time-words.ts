import type { Card } from './board-view.server.ts'

/** How a card's time stands: `late` and `soon` are coloured, and say so in words too. */
export type TimeLeft = { text: string; state: 'fine' | 'soon' | 'late' }

const MINUTE_MS = 60_000
/** From so few minutes on, a card asks for attention. */
const SOON_MINUTES = 3

/** How long an order has waited. */
export function ageText(card: Pick<Card, 'since_ms'>, now_ms: number): string {
  const minutes = Math.floor((now_ms - card.since_ms) / MINUTE_MS)
  return minutes < 1 ? 'just now' : `${minutesText(minutes)} ago`
}

/** What the time of each column is counted to. */
const counted: Readonly<Record<Exclude<Card['status'], 'Pending'>, string>> = {
  Accepted: 'Ready in',
  Completed: 'At the door in',
  'Picked up': 'At the door in',
}

/** What is counted on a card: down to the time at which something is due, and up from it. */
export function timeLeft(card: Pick<Card, 'status' | 'lapses_ms' | 'due_ms'>, now_ms: number): TimeLeft {
  if (card.status === 'Pending') return untilLapse(card.lapses_ms, now_ms)
  if (card.due_ms === null) return { text: '', state: 'fine' }
  const left_minutes = (card.due_ms - now_ms) / MINUTE_MS
  if (left_minutes < 0) return { text: `Late by ${minutesText(Math.ceil(-left_minutes))}`, state: 'late' }
  const text = `${counted[card.status]} ${minutesText(Math.ceil(left_minutes))}`
  return { text, state: left_minutes < SOON_MINUTES ? 'soon' : 'fine' }
}

function untilLapse(lapses_ms: number | null, now_ms: number): TimeLeft {
  if (lapses_ms === null) return { text: 'Waits until you open', state: 'fine' }
  const seconds = Math.ceil((lapses_ms - now_ms) / 1000)
  if (seconds <= 0) return { text: 'Answer now: it is being given up', state: 'late' }
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return { text: `Answer within ${clock}`, state: seconds < SOON_MINUTES * 60 ? 'late' : 'soon' }
}

function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d`
}
