const steps = [
  [
    'Pick a restaurant',
    'See who is open now, what they cook and what it costs. Search for a dish if you know what you want.',
  ],
  [
    'Fill your cart',
    'Add from one restaurant or from several. You see the delivery fee before you pay, and nothing is added after.',
  ],
  [
    'Pay',
    'By card, USSD or bank transfer. The restaurant starts once your payment is confirmed, and your receipt comes by ' +
      'mail.',
  ],
  [
    'Meet your rider',
    'You read when your food comes to your gate before you pay, and we keep you posted by SMS until it is there.',
  ],
] as const

export function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title" className="border-y border-line bg-sunken">
      <div className="page-width py-12">
        <h2 id="how-it-works-title" className="text-3xl font-extrabold">
          How it works
        </h2>
        <ol className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(([title, text], index) => (
            <li key={title}>
              <span
                aria-hidden="true"
                className="grid size-11 place-items-center rounded-full bg-brand text-lg font-extrabold text-on-brand"
              >
                {index + 1}
              </span>
              <h3 className="mt-3 text-lg font-bold">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
