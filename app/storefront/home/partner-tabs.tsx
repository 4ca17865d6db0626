import { type KeyboardEvent, useRef, useState } from 'react'
import { Still } from './still.tsx'
import type { StillHtml } from './still-parts.ts'

const partners = [
  { id: 'restaurants', tab: 'Restaurants' },
  { id: 'riders', tab: 'Delivery Partners' },
] as const

/** Without script the panels stand one below the other, each under its own title, and there are no tabs. */
export function PartnerTabs({ html }: { html: StillHtml | null }) {
  const [chosen, setChosen] = useState(0)
  const tabs = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const last = partners.length - 1
    const targets: Record<string, number> = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    setChosen(target)
    tabs.current?.querySelectorAll('button')[target]?.focus()
  }

  return (
    <section aria-labelledby="partners-title" className="page-width py-12">
      <h2 id="partners-title" className="text-3xl font-extrabold">
        Partner with us
      </h2>
      <div
        ref={tabs}
        role="tablist"
        aria-labelledby="partners-title"
        className="mt-5 flex gap-1 border-b border-line noscript:hidden"
        onKeyDown={onKeyDown}
      >
        {partners.map(({ id, tab }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls={`panel-${id}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            className={
              'min-h-11 border-b-4 border-transparent px-4 font-semibold text-ink-soft hover:text-ink ' +
              'aria-selected:border-jollof aria-selected:text-ink'
            }
            onClick={() => setChosen(index)}
          >
            {tab}
          </button>
        ))}
      </div>
      {partners.map(({ id }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          className={`card mt-5 p-6 sm:p-8 ${index === chosen ? '' : '[@media(scripting:enabled)]:hidden'}`}
        >
          <Still part={id} html={html} />
        </div>
      ))}
    </section>
  )
}
