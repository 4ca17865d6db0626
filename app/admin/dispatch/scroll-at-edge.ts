/** So near an edge, in pixels, what is carried scrolls; and so far each time. */
const EDGE = 72
const STEP = 8

/** Scrolls what lies at a point of the screen, if that is near its upper or lower edge and there is more beyond it. */
export function scrollAtEdge({ x, y }: { x: number; y: number }): boolean {
  for (let box = document.elementFromPoint(x, y); box; box = box.parentElement) {
    const is_page = box === document.scrollingElement
    if (!is_page && !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue
    const { top, bottom } = is_page ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect()
    const by = y - Math.max(0, top) < EDGE ? -STEP : Math.min(innerHeight, bottom) - y < EDGE ? STEP : 0
    const before = box.scrollTop
    if (by) box.scrollBy(0, by)
    if (box.scrollTop !== before) return true
  }
  return false
}
