import { brand } from '../../../domain/brand.ts'
import { buttonClass } from '../../ui/button.tsx'
import { HeroPicture } from './hero-picture.tsx'

const promises = [
  ['20–35 minutes', 'is usual; each menu tells the time now'],
  ['SMS updates', 'from paid to delivered'],
  ['Pay your way', 'card, USSD or bank transfer'],
] as const

/** On a phone it is short, so that the restaurants stand on the first screen; the rest is told further down. */
export function Hero() {
  return (
    <section className="overflow-hidden bg-brand-strong text-white">
      <div className="page-width grid items-center gap-8 py-5 md:grid-cols-[1.1fr_1fr] md:py-14">
        <div>
          <p className="font-bold text-plantain">
            {brand.campus}, {brand.city}
          </p>
          <h1 className="mt-1 text-3xl font-extrabold tracking-tight md:mt-2 md:text-4xl lg:text-6xl">
            {brand.tagline}
          </h1>
          <p className="mt-2 max-w-prose text-white/85 md:mt-4 md:text-lg">
            From the restaurants around campus to your gate. No account needed.
          </p>
          <search>
            <form action={'/restaurants' satisfies Address} className="mt-4 flex gap-2 md:mt-6">
              <label className="min-w-0 grow">
                <span className="sr-only">What would you like to eat?</span>
                <input
                  type="search"
                  name="q"
                  placeholder="Jollof, suya, amala…"
                  maxLength={80}
                  autoComplete="off"
                  enterKeyHint="search"
                  className="h-12 w-full rounded-control border border-white bg-surface px-4 text-ink"
                />
              </label>
              <button type="submit" className={buttonClass('on_brand')}>
                Search
              </button>
            </form>
          </search>
          <div className="mt-3 flex flex-wrap gap-3 md:mt-4">
            <a className={buttonClass('primary', 'grow md:grow-0')} href={'/restaurants' satisfies Address}>
              Order now
            </a>
            <a className={buttonClass('on_brand', 'grow md:grow-0')} href="#how-it-works">
              How it works
            </a>
          </div>
        </div>
        <HeroPicture />
        <ul className="hidden gap-4 border-t border-white/20 pt-6 md:col-span-2 md:grid md:grid-cols-3">
          {promises.map(([what, how]) => (
            <li key={what}>
              <strong className="block text-lg">{what}</strong>
              <span className="text-white/80">{how}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
