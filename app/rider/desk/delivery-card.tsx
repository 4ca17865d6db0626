import { ChevronDown, MapPin, MessageCircle, MessageSquare, Navigation, Phone } from 'lucide-react'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { isWaiting, type PhoneStep } from '../steps/step-store.ts'
import { Chat } from './chat.tsx'
import type { DeliveryView } from './desk-view.server.ts'
import type { InHandView } from './in-sequence.ts'
import { NextStep } from './next-step.tsx'

const headlines: Readonly<Record<string, string>> = {
  Assigned: 'Go to the kitchen',
  'At vendor': 'Count the packs',
  'Picked up': 'Bring it to the customer',
  Delivered: 'Handed over',
  Cancelled: 'You are done with it',
  Waiting: 'Another rider takes it',
}

type Props = Omit<InHandView, 'is_done'> & {
  /** Where it stands among several, as "1 of 3". */
  turn: string | null
  /** Whether it is folded at first; null where it cannot be. */
  folded: boolean | null
}

/** A delivery in hand, step by step: where to, whom to call, and one big button for what comes next. */
export function DeliveryCard({ turn, folded, ...props }: Props) {
  const { delivery, status, held } = props
  const id = `delivery-${delivery.delivery_id}`
  const head = (
    <>
      <span className="flex justify-between gap-3 text-sm text-ink-soft">
        <span className="flex gap-2">
          {turn && <strong className="rounded-full bg-sunken px-2 py-0.5 text-ink">{turn}</strong>}
          <span>Order {delivery.order_id}</span>
        </span>
        <span className="flex gap-2">
          <span className="money">{formatNaira(delivery.pay)}</span>
          {folded !== null && <ChevronDown aria-hidden="true" size={20} className="group-open/card:rotate-180" />}
        </span>
      </span>
      <h2 id={id} tabIndex={-1} className="text-xl font-extrabold">
        {held.is_coming_back && status === 'Picked up'
          ? 'Bring it back to the kitchen'
          : delivery.handed_on_by && status === 'Assigned'
            ? `Meet ${delivery.handed_on_by}, who has the food`
            : (headlines[status] ?? status)}
      </h2>
    </>
  )
  if (folded === null) {
    return (
      <article aria-labelledby={id} className="card p-5">
        {head}
        <Steps {...props} />
      </article>
    )
  }
  return (
    <article aria-labelledby={id} className="card p-5">
      <details open={!folded} className="unfolds group/card">
        <summary className="min-h-11">{head}</summary>
        <Steps {...props} />
      </details>
    </article>
  )
}

function Steps({ delivery, own, status, held, fetched_with }: Omit<InHandView, 'is_done'>) {
  const waiting = own.filter(isWaiting)
  const { vendor, customer } = delivery
  const to_customer = (status === 'Picked up' || status === 'Delivered') && !held.is_coming_back
  return (
    <div className="grid gap-4">
      <KeptSteps waiting={waiting} />
      {to_customer ? (
        <Place
          name={customer.first_name}
          lines={[customer.address, customer.note && `“${customer.note}”`]}
          note={delivery.promised_until && `Customer: promised by ${delivery.promised_until}`}
          maps={customer.maps}
          phone={customer.phone}
          may_message
        />
      ) : (
        <Place
          name={delivery.handed_on_by ? `${delivery.handed_on_by}, with food from ${vendor.name}` : vendor.name}
          lines={[vendor.address, vendor.landmark]}
          note={
            held.is_coming_back
              ? null
              : delivery.ready
                ? 'The food is ready.'
                : delivery.ready_by && `Kitchen: ready by ${delivery.ready_by}`
          }
          maps={vendor.maps}
          phone={vendor.phone}
        />
      )}
      {!to_customer && (
        <ul className="text-sm">
          {delivery.items.map((item) => (
            <li key={item.name}>
              <span className="money">{item.quantity} ×</span> {item.name}
            </li>
          ))}
        </ul>
      )}
      <NextStep delivery={delivery} status={status} held={held} fetched_with={fetched_with} waiting={waiting} />
      <Chat delivery={delivery} is_on_the_way={to_customer} />
    </div>
  )
}

const step_names = {
  arrive: 'At the kitchen',
  pick_up: 'Picked up',
  hand_over: 'Handed over',
  give_back: 'Given back',
  wait: 'Waiting at the door',
  way_out: 'Cannot be handed over',
  back: 'Back at the kitchen',
} as const

/** Steps that have not reached our server yet, each with the reason. */
function KeptSteps({ waiting }: { waiting: readonly PhoneStep[] }) {
  return (
    <div role="status">
      {waiting.length > 0 && (
        <ul className="mt-1 text-sm font-semibold text-warn">
          {waiting.map((kept) => (
            <li key={kept.id}>
              {step_names[kept.step.verb]}: kept on this phone{keptUntil(kept)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const campus_time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', hour: '2-digit', minute: '2-digit' })

/** What a kept step waits for, as its sentence ends. */
function keptUntil({ outcome, details }: PhoneStep): string {
  if (outcome === 'not_ready') return ' until the kitchen marks the food as ready'
  if (outcome !== 'pin_paused') return ', not sent yet'
  const { until } = details as { until: string }
  return `, because of too many wrong PINs. It is sent again at ${campus_time.format(new Date(until))}`
}

function Place(props: {
  name: string
  lines: (string | null)[]
  note: string | null
  maps: DeliveryView['vendor']['maps']
  phone: DeliveryView['customer']['phone']
  may_message?: boolean
}) {
  const { name, lines, note, maps, phone, may_message = false } = props
  return (
    <div className="rounded-control bg-sunken p-4">
      <p className="font-bold">{name}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {note && <p className="mt-1 font-semibold">{note}</p>}
      <div className="mt-3 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {maps && (
          <>
            {/* Only on touch screens, beside the web map: elsewhere a geo: address often opens nothing. */}
            <a className={buttonClass('quiet', 'not-pointer-coarse:hidden max-sm:px-1!')} href={maps.app}>
              <Navigation aria-hidden="true" size={18} /> Map app
            </a>
            <a
              className={buttonClass('quiet', 'max-sm:px-1! not-pointer-coarse:max-sm:col-span-2')}
              href={maps.web}
              target="_blank"
              rel="noreferrer"
            >
              <MapPin aria-hidden="true" size={18} /> Web map
            </a>
          </>
        )}
        {phone && (
          <a className={buttonClass('quiet', 'col-span-2')} href={`tel:${phone.e164}`}>
            <Phone aria-hidden="true" size={18} /> Call {phone.shown}
          </a>
        )}
        {phone && may_message && (
          <>
            <a className={buttonClass('quiet', 'max-sm:px-1!')} href={`sms:${phone.e164}`}>
              <MessageSquare aria-hidden="true" size={18} /> SMS
            </a>
            <a
              className={buttonClass('quiet', 'max-sm:px-1!')}
              href={`https://wa.me/${phone.e164.slice(1)}`}
              target="_blank"
              rel="noreferrer"
            >
              <MessageCircle aria-hidden="true" size={18} /> WhatsApp
            </a>
          </>
        )}
      </div>
    </div>
  )
}
