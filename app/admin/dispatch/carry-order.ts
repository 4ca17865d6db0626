import { scrollAtEdge } from './scroll-at-edge.ts'

/** So far a press may wander, in pixels, before it carries something. */
const SLACK = 6

/** An order that can be given, and whose it was on the screen, empty for nobody. */
export type Given = { delivery_id: number; order_id: number; seen_rider_id: string }

type Carried = {
  /** What is seen in the hand. */
  text: string
  /** It was let go over a rider: who, and where on the screen. */
  dropped(rider_id: string, at: { x: number; y: number }): void
}

/**
 * An order is carried from where a finger or the mouse went down; it can be let go over whatever names a rider
 * (`data-rider`), in a list or on the map. What lies beneath may be drawn anew meanwhile: only the rider who was shown
 * as aimed at is given it. Escape lets it go nowhere. A press that does not wander stays a press.
 */
export function carryOrder(
  { clientX, clientY, button, isPrimary, pointerId }: PointerEvent,
  { text, dropped }: Carried,
): void {
  if (button !== 0 || !isPrimary) return
  const over = new AbortController()
  const hand = document.createElement('div')
  hand.className = 'board-hand'
  hand.textContent = text
  let at = { x: clientX, y: clientY }
  let aimed: Element | null = null
  let aimed_id: string | undefined
  const aim = () => {
    const next = riderAt(at)
    aimed?.removeAttribute('data-aimed')
    next?.setAttribute('data-aimed', '')
    aimed = next
    aimed_id = next?.dataset['rider']
  }
  const scrolling = setInterval(() => {
    if (hand.isConnected && scrollAtEdge(at)) aim()
  }, 16)
  const end = () => {
    over.abort()
    clearInterval(scrolling)
    hand.remove()
    aimed?.removeAttribute('data-aimed')
  }
  const listening = { signal: over.signal, capture: true }
  /** Another finger on the screen is none of it. */
  const on = (kind: 'pointermove' | 'pointerup' | 'pointercancel', hear: (event: PointerEvent) => void) =>
    addEventListener(kind, (event) => event.pointerId === pointerId && hear(event), listening)

  on('pointermove', ({ clientX: x, clientY: y }) => {
    if (!hand.isConnected) {
      if (Math.hypot(x - clientX, y - clientY) < SLACK) return
      const shown = document.fullscreenElement ?? document.body
      shown.append(hand)
    }
    at = { x, y }
    hand.style.translate = `${x}px ${y}px`
    aim()
  })
  on('pointerup', ({ clientX: x, clientY: y }) => {
    const was_carried = hand.isConnected
    const rider_id = riderAt({ x, y })?.dataset['rider']
    end()
    if (!was_carried) return
    // The press that ends here is none on what lies beneath.
    const stop = (event: Event) => event.stopPropagation()
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, true))
    if (rider_id && rider_id === aimed_id) dropped(rider_id, { x, y })
  })
  on('pointercancel', end)
  document.addEventListener('fullscreenchange', end, listening)
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), listening)
}

const riderAt = ({ x, y }: { x: number; y: number }) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-rider]') ?? null
