import { buttonClass } from '../../ui/button.tsx'

export function RestaurantsPanel() {
  return (
    <PartnerPanel
      title="Cook. We bring the customers."
      benefits={[
        'No commission to start: you keep the full price on your menu',
        'Every order is paid before you light the stove',
        'New orders by SMS and on your dashboard',
        'Your menu, your hours, a pause button for the rush',
        'Ask for your payout whenever orders are delivered',
      ]}
      action="Register your restaurant"
    />
  )
}

export function RidersPanel() {
  return (
    <PartnerPanel
      title="Ride between lectures, earn from every trip."
      benefits={[
        'You choose when you ride',
        'Short trips around campus that you know already',
        'Orders are paid online: you carry food, not cash',
        'Your deliveries and earnings on one page',
      ]}
      action="Become a rider"
    />
  )
}

function PartnerPanel(props: { title: string; benefits: readonly string[]; action: string }) {
  return (
    <>
      <h3 className="text-xl font-bold">{props.title}</h3>
      <ul className="mt-4 mb-6 grid gap-x-8 gap-y-3 md:grid-cols-2">
        {props.benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <span aria-hidden="true" className="font-bold text-good">
              ✓
            </span>
            {benefit}
          </li>
        ))}
      </ul>
      <a className={buttonClass('brand')} href={'/register' satisfies Address}>
        {props.action}
      </a>
    </>
  )
}
