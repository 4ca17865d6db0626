import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import { canMove } from '../../../domain/orders/lifecycle.ts'
import { Facts } from '../../ui/details-dialog.tsx'
import { Decisions } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { goesBack } from '../goes-back.ts'
import { Amount, Bearer, DeliveryFee } from '../refund-fields.tsx'
import { useRequestKey } from '../use-request-key.ts'
import type { OrderDetails } from './order-view.server.ts'

const customer_reads = { label: 'Why?', hint: 'The customer reads it.' }

/** What an admin can do with an order as it stands: deliver, cancel, give money back. */
export function OrderActions({ order }: { order: OrderDetails }) {
  const { room } = order
  const { key: request_key, renew } = useRequestKey(order.request_key)
  const checkout_left = room ? room.checkout_left_kobo : 0
  const of_once = (
    <>
      <input type="hidden" name="request_key" value={request_key} />
      <Bearer carrier={order.carrier} />
    </>
  )
  const gives = { busy: 'Sending…', reason: customer_reads, onDone: renew }
  return (
    <section aria-label="Actions" className="flex flex-wrap items-start gap-2">
      <Decisions
        subject={{ name: 'order_id', value: order.id }}
        of={[
          canMove('deliver', order.status) && {
            intent: 'deliver',
            ask: order.collects ? 'Collected…' : 'Delivered…',
            what: 'The customer has the food. The vendor can ask for its money.',
            button: 'Mark as Delivered',
            busy: 'Saving…',
            reason: { label: 'How do you know?', hint: 'Kept in the history.', optional: true },
          },
          canMove('cancel', order.status) && {
            intent: 'cancel',
            ask: 'Cancel…',
            what: 'The order ends here. The customer is told by SMS and mail, and the vendor on its screen.',
            button: 'Cancel this order',
            busy: 'Cancelling…',
            reason: customer_reads,
            children: <WhatGoesBack order={order} />,
          },
          room !== null &&
            room.food_left_kobo > 0 && {
              intent: 'give_items_back',
              ask: 'Refund items…',
              what: 'The order stays as it is. The customer is told by SMS and mail.',
              button: 'Give this back',
              ...gives,
              children: (
                <>
                  <Items order={order} left={room.items_left} />
                  <DeliveryFee left={room.delivery_fee_left_kobo} />
                  {of_once}
                </>
              ),
            },
          room !== null &&
            room.food_left_kobo > 0 && {
              intent: 'give_amount_back',
              ask: 'Refund an amount…',
              what: `The order stays as it is. At most ${formatNaira(room.food_left_kobo)} of its price can go back.`,
              button: 'Give this back',
              ...gives,
              children: (
                <>
                  <Amount label="Amount in naira" />
                  <DeliveryFee left={room.delivery_fee_left_kobo} />
                  {of_once}
                </>
              ),
            },
          checkout_left > 0 && {
            intent: 'give_checkout_back',
            ask: 'Refund the whole checkout…',
            what:
              `All that is left of this payment goes back: ${formatNaira(checkout_left)}, the delivery fee among ` +
              'it. The orders stay as they are.',
            button: `Give ${formatNaira(checkout_left)} back`,
            ...gives,
            children: (
              <>
                <Facts facts={goesBack(order.recipient, checkout_left)} />
                <input type="hidden" name="confirmed_kobo" value={checkout_left} />
                {of_once}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

function WhatGoesBack({ order: { room, carrier } }: { order: OrderDetails }) {
  const left = room ? sumKobo([room.food_left_kobo, room.fee_with_cancel_kobo, room.tip_left_kobo]) : 0
  return (
    <>
      <SelectField name="refund" label="What goes back?" defaultValue="all">
        <option value="all">All that is left: {formatNaira(left)}</option>
        <option value="part">A part, as written below{room && room.tip_left_kobo > 0 && ', and the tip'}</option>
      </SelectField>
      <Amount label="The part in naira" />
      <Bearer carrier={carrier} />
    </>
  )
}

function Items({ order: { items }, left }: { order: OrderDetails; left: readonly number[] }) {
  return items.map((item, place) => (
    <Field
      // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place in the order.
      key={place}
      name={`item_${place}`}
      label={`${nameWithChoices(item)}, of ${left[place] ?? 0}`}
      type="number"
      inputMode="numeric"
      min={0}
      max={left[place] ?? 0}
      defaultValue={0}
    />
  ))
}
