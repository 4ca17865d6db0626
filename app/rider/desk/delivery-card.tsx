import { MapPin, MessageCircle, MessageSquare, Navigation, Phone } from 'lucide-react'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmWithReason } from '../../ui/confirm-with-reason.tsx'
import { usePhoneSteps } from '../steps/queue.ts'
import { isWaiting, type PhoneStep } from '../steps/step-store.ts'
import type { DeliveryView } from './desk-view.server.ts'
import { NextStep } from './next-step.tsx'
import { incidentWithSteps, statusWithSteps } from './status-with-steps.ts'

const headlines: Readonly<Record<string, string>> = {
  Assigned: 'Go to the kitchen',
  'At vendor': 'Count the packs',
  'Picked up': 'Bring it to the customer',
  Delivered: 'Handed over',
  Cancelled: 'You are done with it',
  Waiting: 'Another rider takes it',
}

/** A delivery in hand, step by step: where to, whom to call, and one big button for what comes next. */
export function DeliveryCard({ delivery }: { delivery: DeliveryView }) {
  const own = usePhoneSteps().filter(({ step }) => step.delivery_id === delivery.delivery_id)
  const waiting = own.filter(isWaiting)
  const status = statusWithSteps(delivery.status, own)
  const { vendor, customer } = delivery
  const held = incidentWithSteps(delivery, own)
  const to_customer = (status === 'Picked up' || status === 'Delivered') && !held.is_coming_back
  return (
    <article aria-labelledby={`delivery-${delivery.delivery_id}`} className="card grid gap-4 p-5">
      <div>
        <p className="flex justify-between gap-3 text-sm text-ink-soft">
          <span>Order {delivery.order_id}</span>
          <span className="money">{formatNaira(delivery.pay)}</span>
        </p>
        <h2 id={`delivery-${delivery.delivery_id}`} className="text-xl font-extrabold">
          {held.is_coming_back && status === 'Picked up'
            ? 'Bring it back to the kitchen'
            : delivery.handed_on_by && status === 'Assigned'
              ? `Meet ${delivery.handed_on_by}, who has the food`
              : (headlines[status] ?? status)}
        </h2>
        <KeptSteps waiting={waiting} />
      </div>
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
      <NextStep delivery={delivery} status={status} held={held} />
      {(delivery.status === 'Assigned' || delivery.status === 'At vendor') && waiting.length === 0 && (
        <ConfirmWithReason
          intent="give_back"
          subject={{ name: 'id', value: delivery.delivery_id }}
          ask="I cannot take it…"
          what="Another rider is asked. Please say why; we learn from it."
          reason={{ label: 'Reason' }}
          button="Give it back"
          busy="One moment…"
        />
      )}
    </article>
  )
}

const step_names = {
  arrive: 'At the kitchen',
  pick_up: 'Picked up',
  hand_over: 'Handed over',
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
          {waiting.map(({ id, step, outcome }) => (
            <li key={id}>
              {step_names[step.verb]}:{' '}
              {outcome === 'not_ready'
                ? 'kept on this phone until the kitchen marks the food as ready'
                : 'kept on this phone, not sent yet'}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
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
      <div className="mt-3 flex flex-wrap gap-2">
        {maps && (
          <>
            {/* Only on touch screens, beside the web map: elsewhere a geo: address often opens nothing. */}
            <a className={buttonClass('quiet', 'not-pointer-coarse:hidden')} href={maps.app}>
              <Navigation aria-hidden="true" size={18} /> Map app
            </a>
            <a className={buttonClass('quiet')} href={maps.web} target="_blank" rel="noreferrer">
              <MapPin aria-hidden="true" size={18} /> Web map
            </a>
          </>
        )}
        {phone && (
          <a className={buttonClass('quiet')} href={`tel:${phone.e164}`}>
            <Phone aria-hidden="true" size={18} /> Call {phone.shown}
          </a>
        )}
        {phone && may_message && (
          <>
            <a className={buttonClass('quiet')} href={`sms:${phone.e164}`}>
              <MessageSquare aria-hidden="true" size={18} /> SMS
            </a>
            <a
              className={buttonClass('quiet')}
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
