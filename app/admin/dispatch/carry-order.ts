/** So far a press may wander, in pixels, before it carries something. */
const SLACK = 6

type Carried = {
  /** What is seen in the hand. */
  text: string
  /** It was let go over a rider: who, and where on the screen. */
  dropped(rider_id: string, at: { x: number; y: number }): void
}

/**
 * An order is carried from where a finger or the mouse went down; it can be let go over whatever names a rider
 * (`data-rider`), in a list or on the map. Escape lets it go nowhere. A press that does not wander stays a press.
 */
export function carryOrder({ clientX, clientY, button, isPrimary }: PointerEvent, { text, dropped }: Carried): void {
  if (button !== 0 || !isPrimary) return
  const over = new AbortController()
  const hand = document.createElement('div')
  hand.className = 'board-hand'
  hand.textContent = text
  let aimed: Element | null = null
  const end = () => {
    over.abort()
    hand.remove()
    aimed?.removeAttribute('data-aimed')
  }
  const on = <Kind extends keyof WindowEventMap>(kind: Kind, hear: (event: WindowEventMap[Kind]) => void) =>
    addEventListener(kind, hear, { signal: over.signal, capture: true })

  on('pointermove', ({ clientX: x, clientY: y }) => {
    if (!hand.isConnected) {
      if (Math.hypot(x - clientX, y - clientY) < SLACK) return
      const shown = document.fullscreenElement ?? document.body
      shown.append(hand)
    }
    hand.style.translate = `${x}px ${y}px`
    const next = riderAt(x, y)
    if (next === aimed) return
    aimed?.removeAttribute('data-aimed')
    next?.setAttribute('data-aimed', '')
    aimed = next
  })
  on('pointerup', ({ clientX: x, clientY: y }) => {
    const was_carried = hand.isConnected
    const rider_id = riderAt(x, y)?.dataset['rider']
    end()
    if (!was_carried) return
    // The press that ends here is none on what lies beneath.
    const stop = (event: Event) => event.stopPropagation()
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, true))
    if (rider_id) dropped(rider_id, { x, y })
  })
  on('pointercancel', end)
  on('keydown', ({ key }) => {
    if (key === 'Escape') end()
  })
}

const riderAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-rider]') ?? null
