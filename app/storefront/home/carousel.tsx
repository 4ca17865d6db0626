import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** How many slides stand side by side from the md breakpoint on; below it, one. */
const SHOWN = 3

/**
 * A scroll-snap track: it works by touch, by wheel and by Tab before any script. Arrows and dots need one
 * (early/carousel-taps.ts), and do not show without it.
 */
export function Carousel({ label, slides }: { label: string; slides: readonly { key: string; content: ReactNode }[] }) {
  return (
    <section aria-roledescription="carousel" aria-label={label}>
      <div
        className={'track -mx-1.5 scroll-px-1.5 gap-4 scroll-smooth px-1.5 pt-1.5 pb-4 noscript:[scrollbar-width:auto]'}
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
          <button type="button" aria-label="Previous" className="round-button" data-early="" value="previous">
            <Icon path="M15 5l-7 7 7 7" />
          </button>
          {slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              aria-label={`Go to ${index + 1} of ${slides.length}`}
              aria-current={index === 0}
              className={`group grid h-11 max-w-11 grow basis-0 place-items-center ${
                index > slides.length - SHOWN ? 'md:hidden' : ''
              }`}
              data-early=""
              value={index}
            >
              <span
                className={
                  'size-2.5 rounded-full bg-edge transition-all group-aria-[current=true]:w-6 ' +
                  'group-aria-[current=true]:bg-jollof'
                }
              />
            </button>
          ))}
          <button type="button" aria-label="Next" className="round-button" data-early="" value="next">
            <Icon path="M9 5l7 7-7 7" />
          </button>
        </div>
      )}
    </section>
  )
}
