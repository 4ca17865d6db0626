import { buttonClass } from '../../ui/button.tsx'

const partners = [
  {
    id: 'restaurants',
    tab: 'Restaurants',
    title: 'Cook. We bring the customers.',
    benefits: [
      'Joining is free, and you set the prices of your menu',
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

/** Tabs of radio buttons, which no script has to turn; an old browser shows both panels. */
export function Partners() {
  return (
    <section aria-labelledby="partners-title" className="partners page-width py-12">
      <h2 id="partners-title" className="text-3xl font-extrabold">
        Partner with us
      </h2>
      <fieldset className="mt-5 flex gap-1 border-b border-line">
        <legend className="sr-only">Partner with us</legend>
        {partners.map(({ id, tab }) => (
          <label
            key={id}
            className={
              'inline-flex min-h-11 cursor-pointer items-center border-b-4 border-transparent px-4 font-semibold ' +
              'text-ink-soft hover:text-ink has-checked:border-jollof has-checked:text-ink ' +
              'has-focus-visible:outline-3 has-focus-visible:outline-focus'
            }
          >
            <input type="radio" name="partner" value={id} defaultChecked={id === 'restaurants'} className="sr-only" />
            {tab}
          </label>
        ))}
      </fieldset>
      {partners.map(({ id, title, benefits, action }) => (
        <div key={id} data-panel={id} className="card mt-5 p-6 sm:p-8">
          <h3 className="text-xl font-bold">{title}</h3>
          <ul className="mt-4 mb-6 grid gap-x-8 gap-y-3 md:grid-cols-2">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-3">
                <span aria-hidden="true" className="font-bold text-good">
                  ✓
                </span>
                {benefit}
              </li>
            ))}
          </ul>
          <a className={buttonClass('brand')} href={'/register' satisfies Address}>
            {action}
          </a>
        </div>
      ))}
    </section>
  )
}
