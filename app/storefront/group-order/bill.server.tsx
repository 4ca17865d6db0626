import type { ReactNode } from 'react'
import type { GroupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { formatNaira, type Kobo, kobo } from '../../../domain/money.ts'

/** What all of it costs where one pays, line by line. */
export function Sums({ page: { bill } }: { page: Pick<GroupPage, 'bill'> }) {
  const { food_kobo, fee_kobo, tip_kobo, off, back_kobo, total_kobo } = bill
  if (food_kobo === 0) return null
  return (
    <dl className="card mt-3 grid gap-1 p-5">
      <Row name="Dishes" sum={food_kobo} />
      <Row name="Delivery" sum={fee_kobo} />
      {tip_kobo > 0 && <Row name="Tip for the rider" sum={tip_kobo} />}
      {off.map(({ name, discount_kobo }) => (
        <Row key={name} name={name} sum={kobo(-discount_kobo)} />
      ))}
      {back_kobo > 0 && <Row name="Went back" sum={kobo(-back_kobo)} />}
      <Row name="Together" sum={total_kobo} />
    </dl>
  )
}

function Row({ name, sum }: { name: ReactNode; sum: Kobo }) {
  return (
    <div className="flex justify-between gap-4 last:font-bold">
      <dt>{name}</dt>
      <dd className="money">{formatNaira(sum)}</dd>
    </div>
  )
}

/** What a part is made of beside the dishes: "with delivery, tip and offers". */
export function withWhat({ tip_kobo, off }: GroupPage['bill']): string {
  const what = ['delivery', ...(tip_kobo > 0 ? ['tip'] : []), ...(off.length > 0 ? ['what comes off'] : [])]
  return `with ${[what.slice(0, -1).join(', '), ...what.slice(-1)].filter(Boolean).join(' and ')}`
}

/** What has to be chosen for more, and what a small order costs. */
export function SmallOrder({ page }: { page: Pick<GroupPage, 'minimum' | 'small_order'> }) {
  const { minimum, small_order } = page
  return (
    <>
      {small_order && (
        <p className="mt-2 text-sm">
          {formatNaira(small_order.besides_kobo)} of the delivery is because dishes below{' '}
          {formatNaira(small_order.below_kobo)} are a small order.
        </p>
      )}
      {minimum && (
        <p className="mt-2 font-semibold text-warn">
          Dishes must come to {formatNaira(minimum.minimum_kobo)} at least: {formatNaira(minimum.missing_kobo)} more.
        </p>
      )}
    </>
  )
}
