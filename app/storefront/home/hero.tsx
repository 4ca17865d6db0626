import { brand } from '../../../domain/brand.ts'
import { buttonClass } from '../../ui/button.tsx'
import { HeroPicture } from './hero-picture.tsx'

const promises = [
  ['20–35 minutes', 'from the kitchen to your gate'],
  ['SMS updates', 'from paid to delivered'],
  ['Pay your way', 'card, USSD or bank transfer'],
] as const

export function Hero() {
  return (
    <section className="overflow-hidden bg-brand-strong text-white">
      <div className="page-width grid items-center gap-8 pt-8 pb-10 md:grid-cols-[1.1fr_1fr] md:py-14">
        <div>
          <p className="font-bold text-plantain">
            {brand.campus}, {brand.city}
          </p>
          <h1 className="mt-2 text-4xl font-extrabold tracking-tight lg:text-6xl">{brand.tagline}</h1>
          <p className="mt-4 max-w-prose text-lg text-white/85">
            Jollof, suya, amala, shawarma: order from the kitchens around campus and have it with you in 20 to 35
            minutes. No account needed.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <a className={buttonClass('primary', 'text-lg')} href={'/restaurants' satisfies Address}>
              Order now
            </a>
            <a className={buttonClass('on_brand', 'text-lg')} href="#how-it-works">
              How it works
            </a>
          </div>
        </div>
        <HeroPicture />
        <ul className="grid gap-4 border-t border-white/20 pt-6 sm:grid-cols-3 md:col-span-2">
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
