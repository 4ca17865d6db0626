import { lastPosition, positionAt, wrapPosition } from './carousel-position.ts'

// Arrows and dots of a carousel (storefront/home/carousel.tsx), before React is there and after.

const SETTLED_MS = 100

/** Turns a carousel by one of its buttons, whose value is a place or a step: the ends are joined. */
function turn(button: HTMLButtonElement): void {
  const carousel = carouselOf(button)
  if (!carousel) return
  const { track, dots } = carousel
  const step_px = stepOf(track)
  const by = { previous: -1, next: 1 }[button.value]
  const now = dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true')
  const wanted = by ? now + by : Number(button.value)
  const target = wrapPosition(wanted, lastPosition(track, step_px))
  track.scrollTo({ left: target * step_px })
  mark(dots, target)
}

function carouselOf(part: HTMLElement) {
  const section = part.closest('section')
  const track = section?.querySelector<HTMLElement>('.track')
  return section && track ? { track, dots: [...section.querySelectorAll('button[aria-current]')] } : null
}

function mark(dots: readonly Element[], position: number): void {
  for (const [at, dot] of dots.entries()) dot.setAttribute('aria-current', String(at === position))
}

/** The distance between the starts of two slides, in CSS pixels. */
function stepOf(track: HTMLElement): number {
  const [first, second] = track.children
  if (!(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return 0
  return second.offsetLeft - first.offsetLeft
}

let settled: ReturnType<typeof setTimeout>
// By touch, wheel or Tab.
const follow = ({ target }: Event) => {
  if (!(target instanceof HTMLElement && target.matches('.track'))) return
  clearTimeout(settled)
  settled = setTimeout(() => {
    const carousel = carouselOf(target)
    if (carousel) mark(carousel.dots, positionAt(target.scrollLeft, stepOf(target)))
  }, SETTLED_MS)
}
addEventListener('scroll', follow, { capture: true, passive: true })
addEventListener('click', ({ target }) => {
  const button =
    target instanceof Element && target.closest<HTMLButtonElement>('[aria-roledescription=carousel] button')
  if (button) turn(button)
})
