import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { lastPosition, positionAt, wrapPosition } from './carousel-position.ts'

/** How many slides stand side by side from the md breakpoint on; below it, one. */
const SHOWN = 3
const SETTLED_MS = 100

/**
 * A scroll-snap track: it works by touch, by wheel and by Tab before any script. Arrows and dots need one, and do not
 * show without it.
 */
export function Carousel({ label, slides }: { label: string; slides: readonly { key: string; content: ReactNode }[] }) {
  const track = useRef<HTMLDivElement>(null)
  const settled = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [position, setPosition] = useState(0)

  const goTo = (wanted: number) => {
    if (!track.current) return
    const step_px = stepOf(track.current)
    const target = wrapPosition(wanted, lastPosition(track.current, step_px))
    track.current.scrollTo({ left: target * step_px })
    setPosition(target)
  }
  const onScroll = () => {
    clearTimeout(settled.current)
    settled.current = setTimeout(() => {
      if (track.current) setPosition(positionAt(track.current.scrollLeft, stepOf(track.current)))
    }, SETTLED_MS)
  }

  return (
    <section aria-roledescription="carousel" aria-label={label}>
      <div
        ref={track}
        onScroll={onScroll}
        className="track -mx-1.5 scroll-px-1.5 gap-4 scroll-smooth px-1.5 pt-1.5 pb-4 noscript:[scrollbar-width:auto]"
      >
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel pattern, not of a form.
          <div
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            className="w-full md:w-[calc((100%-2rem)/3)]"
          >
            {content}
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div
          className={`flex items-center justify-center noscript:hidden ${slides.length <= SHOWN ? 'md:hidden' : ''}`}
        >
          <button type="button" aria-label="Previous" className="round-button" onClick={() => goTo(position - 1)}>
            <Icon path="M15 5l-7 7 7 7" />
          </button>
          {slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              aria-label={`Go to ${index + 1} of ${slides.length}`}
              aria-current={index === position}
              className={`group grid h-11 max-w-11 grow basis-0 place-items-center ${
                index > slides.length - SHOWN ? 'md:hidden' : ''
              }`}
              onClick={() => goTo(index)}
            >
              <span
                className={
                  'size-2.5 rounded-full bg-ink-soft/50 transition-all group-aria-[current=true]:w-6 ' +
                  'group-aria-[current=true]:bg-jollof'
                }
              />
            </button>
          ))}
          <button type="button" aria-label="Next" className="round-button" onClick={() => goTo(position + 1)}>
            <Icon path="M9 5l7 7-7 7" />
          </button>
        </div>
      )}
    </section>
  )
}

/** The distance between the starts of two slides, in CSS pixels. */
function stepOf(track: HTMLElement): number {
  const [first, second] = track.children
  if (!(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return 0
  return second.offsetLeft - first.offsetLeft
}
