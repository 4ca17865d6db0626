import { GripVertical } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { MayContext } from '../../ui/may-context.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import { carryOrder } from './carry-order.ts'
import { Countdown } from './countdown.tsx'
import { DecideIncident } from './decide-incident.tsx'
import type { AssignedView, DispatchView, WaitingView } from './dispatch-view.server.ts'
import type { Dropped } from './drawn-board.tsx'
import { SeenRider, seenRider } from './seen-rider.tsx'

export type Choices = Pick<DispatchView, 'riders' | 'off_duty'> & { places: readonly string[] }

type Shown = { choices: Choices; chosen_id: number | undefined; onDrop(dropped: Dropped): void }

/** An order that nobody carries yet: how long, why, and what can be done about it. */
export function WaitingCard({ row, now_ms, ...shown }: { row: WaitingView; now_ms: number } & Shown) {
  const { choices } = shown
  const offer = row.offer && { name: 'offer_id', value: row.offer.id }
  return (
    <Card row={row} {...shown}>
      <p>
        <strong>Paid {row.waited} min ago.</strong> {row.why}{' '}
        {row.offer && <Countdown until_ms={row.offer.until_ms} now_ms={now_ms} />}
      </p>
      <div className="flex flex-wrap items-start gap-2">
        <GiveTo row={row} choices={choices} ask="Give to a rider…" />
        {offer && (
          <>
            <ActionForm intent="extend" subject={offer} look="quiet" button="Give 2 minutes" busy="Saving…" />
            <ActionForm
              intent="withdraw"
              subject={offer}
              look="quiet"
              button="Withdraw the offer"
              busy="Withdrawing…"
            />
          </>
        )}
      </div>
    </Card>
  )
}

/** An order with its rider: how far it is, and what a person can do from here. */
export function AssignedCard({ row, ...shown }: { row: AssignedView } & Shown) {
  const { choices } = shown
  const subject = { name: 'delivery_id', value: row.delivery_id }
  const marking = {
    subject,
    button: 'Mark it',
    busy: 'Saving…',
    reason: { label: 'How do you know?', hint: 'For the audit log.' },
    children: <SeenRider row={row} />,
  }
  const before_pickup = row.status !== 'Picked up'
  return (
    <Card row={row} {...shown}>
      <p>
        <strong>{row.rider.name}</strong>
        {row.rider.phone && (
          <>
            {' '}
            <PhoneLink number={row.rider.phone} />
          </>
        )}
        <span className="block text-sm text-ink-soft">{row.steps}</span>
      </p>
      <div className="flex flex-wrap items-start gap-2">
        {before_pickup && (
          <>
            <GiveTo row={row} choices={choices} ask="Give to another…" except={row.rider.user_id} />
            <ConfirmWithReason
              intent="unassign"
              subject={subject}
              ask="Take back…"
              what={`${row.rider.name} loses the delivery, and it waits for another rider.`}
              button="Take it back"
              busy="Taking back…"
              reason={{ label: 'Why?' }}
            >
              <SeenRider row={row} />
            </ConfirmWithReason>
          </>
        )}
        {row.status === 'Assigned' && (
          <ConfirmWithReason
            {...marking}
            intent="arrive"
            ask="At the vendor…"
            what="The rider is at the vendor's and cannot say so by phone."
          />
        )}
        {before_pickup && row.ready === 'Ready now' && (
          <ConfirmWithReason
            {...marking}
            intent="pick_up"
            ask="Picked up…"
            what="The rider has the food. From now on nobody else can be given it."
          />
        )}
        {row.status === 'Picked up' && (
          <ConfirmWithReason
            {...marking}
            subject={{ name: 'order_id', value: row.order_id }}
            intent="deliver"
            ask="Delivered…"
            what={`The customer has the food, and ${row.rider.name} has earned it. No PIN is asked for.`}
          />
        )}
        {row.status === 'Picked up' && <DecideIncident row={row} places={choices.places} />}
      </div>
    </Card>
  )
}

type CardProps = Omit<Shown, 'choices'> & { row: WaitingView | AssignedView; children: ReactNode }

function Card({ row, chosen_id, onDrop, children }: CardProps) {
  const is_chosen = row.delivery_id === chosen_id
  const to = useListAddress()
  return (
    <li
      id={`delivery-${row.delivery_id}`}
      aria-labelledby={`name-${row.delivery_id}`}
      className={[
        'card grid scroll-mt-24 gap-3 p-4 sm:p-5',
        row.urgent ? 'border-l-4 border-bad' : '',
        is_chosen ? 'outline-3 -outline-offset-3 outline-link' : '',
      ].join(' ')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`name-${row.delivery_id}`} className="text-lg font-bold">
          <Link className="text-link underline" to={`/admin/orders/${row.order_id}` satisfies Address}>
            Order {row.order_id}
          </Link>
        </h3>
        <StatusChip status={row.status} />
        {row.troubles.map((trouble) => (
          <StatusChip key={trouble} status={trouble} />
        ))}
        <span className="ml-auto flex items-center">
          <Link
            to={to({ order: is_chosen ? null : row.order_id })}
            preventScrollReset
            onClick={() => is_chosen || document.querySelector('.board-on-map')?.scrollIntoView({ block: 'nearest' })}
            aria-current={is_chosen ? 'true' : undefined}
            aria-label={`${is_chosen ? 'Chosen' : 'On the map'}: order ${row.order_id}`}
            className="inline-flex min-h-11 items-center text-link underline"
          >
            {is_chosen ? 'Chosen' : 'On the map'}
          </Link>
          <Grip row={row} onDrop={onDrop} />
        </span>
      </div>
      <p className="min-w-0 break-words">
        {row.vendor}
        {row.from && `, ${row.from}`} to {row.customer}
        {row.to && `, near ${row.to}`}
        <span className="block text-sm text-ink-soft">
          {row.ready}
          {row.promised && `, ${row.promised}`}, {row.packs} {row.packs === 1 ? 'pack' : 'packs'}
        </span>
      </p>
      {row.incident && <p className="font-semibold">{row.incident.said}</p>}
      {row.proven && <p className="font-semibold text-bad">{row.proven}</p>}
      {children}
    </li>
  )
}

/** By what an order is carried to a rider, with a finger or the mouse; its form does the same by keyboard. */
function Grip({ row, onDrop }: Pick<CardProps, 'row' | 'onDrop'>) {
  const { order_id, delivery_id, status } = row
  const may = use(MayContext)('assign')
  if (!may || status === 'Picked up') return null
  return (
    <span
      title="Drag onto a rider"
      className="board-grip grid size-11 place-items-center text-ink-soft"
      onPointerDown={({ nativeEvent }) =>
        carryOrder(nativeEvent, {
          text: `Order ${order_id}`,
          dropped: (rider_id, at) => onDrop({ order_id, delivery_id, seen_rider_id: seenRider(row), rider_id, ...at }),
        })
      }
    >
      <GripVertical aria-hidden="true" size={22} />
    </span>
  )
}

function GiveTo(props: { row: WaitingView | AssignedView; choices: Choices; ask: string; except?: string }) {
  const { row, choices, ask, except } = props
  const riders = choices.riders.filter(({ user_id }) => user_id !== except)
  if (riders.length + choices.off_duty.length === 0) return null
  return (
    <ConfirmWithReason
      intent="assign"
      subject={{ name: 'delivery_id', value: row.delivery_id }}
      ask={ask}
      what="You have called the rider: the order is theirs at once, without an offer."
      button="Give it to this rider"
      busy="Giving…"
    >
      <SeenRider row={row} />
      <SelectField name="rider_id" label="Rider" required>
        {riders.map((rider) => (
          <option key={rider.user_id} value={rider.user_id}>
            {rider.name}: {rider.doing}
          </option>
        ))}
        {choices.off_duty.map((rider) => (
          <option key={rider.user_id} value={rider.user_id}>
            {rider.name}: off duty
          </option>
        ))}
      </SelectField>
    </ConfirmWithReason>
  )
}
