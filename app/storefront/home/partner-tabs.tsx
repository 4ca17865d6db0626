import { Check } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'

const partners = [
  {
    id: 'restaurants',
    tab: 'Restaurants',
    title: 'Cook. We bring the customers.',
    benefits: [
      'No commission to start: you keep the full price on your menu',
      'Every order is paid before you light the stove',
      'New orders by SMS and on your dashboard',
      'Your menu, your hours, a pause button for the rush',
      'Ask for your payout whenever orders are delivered',
    ],
    action: 'Register your restaurant',
  },
  {
    id: 'riders',
    tab: 'Delivery Partners',
    title: 'Ride between lectures, earn from every trip.',
    benefits: [
      'You choose when you ride',
      'Short trips around campus that you know already',
      'Orders are paid online: you carry food, not cash',
      'Your deliveries and earnings on one page',
    ],
    action: 'Become a rider',
  },
] as const

/** Without script both panels stand one below the other, each under its own title, and there are no tabs. */
export function PartnerTabs() {
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
            className="min-h-11 border-b-4 border-transparent px-4 font-semibold text-ink-soft hover:text-ink aria-selected:border-jollof aria-selected:text-ink"
            onClick={() => setChosen(index)}
          >
            {tab}
          </button>
        ))}
      </div>
      {partners.map(({ id, title, benefits, action }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          className={`card mt-5 p-6 sm:p-8 ${index === chosen ? '' : '[@media(scripting:enabled)]:hidden'}`}
        >
          <h3 className="text-xl font-bold">{title}</h3>
          <ul className="mt-4 mb-6 grid gap-x-8 gap-y-3 md:grid-cols-2">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-3">
                <Check aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-good" />
                {benefit}
              </li>
            ))}
          </ul>
          <Link className={buttonClass('brand')} to="/register">
            {action}
          </Link>
        </div>
      ))}
    </section>
  )
}
