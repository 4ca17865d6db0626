import type { ReactNode } from 'react'
import type { GroupPage, MemberPart } from '../../../domain/checkout/group-orders/group-page.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SmallOrder } from './bill.server.tsx'
import { FeesInWords, starterOf, timeText } from './group-facts.server.tsx'

type Looking = { page: GroupPage; me: MemberPart; now: Date }

/** What comes next for whoever looks: to choose, to wait, or to pay. */
export function NextStep({ page, me, now }: Looking) {
  if (me.payment === 'being_paid') return <BeingPaid page={page} />
  if (me.payment === 'paid') return <OwnPaid page={page} />
  return (
    <>
      <CalledOff page={page} />
      <Choosing page={page} me={me} now={now} />
    </>
  )
}

function Choosing({ page, me, now }: Looking) {
  const { pays, is_open, own_order, pay_until, is_too_late, minimum, token } = page
  const pay = `/group/${token}/checkout` satisfies Address
  const chosen = pays === 'one' ? page.bill.food_kobo : me.food_kobo
  const may_pay = chosen > 0 && !minimum && (pays === 'each' ? !is_too_late : me.is_starter)
  return (
    <section aria-labelledby="next-heading" className="card p-5">
      <h2 id="next-heading" className="text-lg font-bold">
        {pays === 'each' ? 'Your part' : me.is_starter ? 'You order and pay' : `${starterOf(page)} orders and pays`}
      </h2>
      {chosen === 0 && <p className="mt-2">{is_open ? 'Choose from the menu below.' : 'Nothing was chosen.'}</p>}
      {pays === 'one' && !me.is_starter && chosen > 0 && (
        <p className="mt-2">
          Your part: <strong className="money">{formatNaira(me.part_kobo)}</strong>, with an even share of the delivery.
        </p>
      )}
      {pays === 'one' && me.is_starter && <SmallOrder page={page} />}
      <Vanished page={page} me={me} now={now} />
      {pays === 'each' && (
        <>
          {me.food_kobo > 0 && (
            <p className="mt-2">
              Your dishes: <strong className="money">{formatNaira(me.food_kobo)}</strong>
            </p>
          )}
          {!is_too_late && <FeesInWords page={page} me={me} />}
          <p className="mt-3 font-semibold">
            {is_too_late
              ? 'It is too late to order for this time: the restaurant begins. Whoever has not paid is left out.'
              : pay_until && payBy(pay_until, now)}
          </p>
        </>
      )}
      {is_too_late && me.food_kobo > 0 && <Alone />}
      {may_pay && (
        <a href={pay} className={buttonClass('primary', 'mt-4 w-full')}>
          {pays === 'each' ? 'Pay my part' : 'Order and pay for all'}
        </a>
      )}
      {own_order?.state === 'unpaid' && !is_too_late && <Own link={own_order.link_token}>Your order, not paid yet</Own>}
      {me.is_starter && !is_too_late && <Steer is_open={is_open} />}
    </section>
  )
}

/** Whoever was to pay for all has not: what others can do about it, and from when on. */
function Vanished({ page, me, now }: Looking) {
  const { may_take_over_from, is_open, bill } = page
  if (!may_take_over_from || is_open || me.is_starter || bill.food_kobo === 0) return null
  if (now < may_take_over_from) {
    return (
      <p className="mt-3">
        If {starterOf(page)} has not paid by {timeText(may_take_over_from, now)}, one of you can take it over here.
      </p>
    )
  }
  return (
    <>
      <p className="mt-3 font-semibold">
        {starterOf(page)} has not ordered yet. Nothing was paid, and your dishes are kept.
      </p>
      <form method="post">
        <input type="hidden" name="intent" value="take_over" />
        <button type="submit" className={buttonClass('primary', 'mt-3 w-full')}>
          I order and pay for all
        </button>
      </form>
      {me.food_kobo > 0 && <Alone />}
    </>
  )
}

/** Their answer may have been lost on the way. */
export const TookAlong = () => (
  <section aria-label="Your own dishes" className="card p-5">
    <p>You took your own dishes along, into your cart.</p>
    <Alone>They are not there? Take them once more</Alone>
  </section>
)

/** Takes the own dishes out of it, into a cart of one's own. */
const Alone = ({ children = 'Order only my own dishes' }: { children?: string }) => (
  <form method="post">
    <input type="hidden" name="intent" value="leave" />
    <button type="submit" className={buttonClass('quiet', 'mt-3 w-full')}>
      {children}
    </button>
  </form>
)

const payBy = (pay_until: Date, now: Date) =>
  now <= pay_until
    ? `Pay by ${timeText(pay_until, now)}.`
    : `The time to share the ride was over at ${timeText(pay_until, now)}. You can still order with a ride of your own.`

/** Its dishes are ordered and paid by themselves, where each pays. */
function OwnPaid({ page: { own_order, members } }: { page: GroupPage }) {
  const others = members.filter(({ payment }) => payment === 'paid').length - 1
  return (
    <Notice kind="good">
      <p>
        Your dishes are ordered and paid.{' '}
        {others === 0 ? 'Nobody else has paid yet.' : `${others} ${others === 1 ? 'other has' : 'others have'} paid.`}
      </p>
      {own_order && <Own link={own_order.link_token}>Your receipt</Own>}
    </Notice>
  )
}

/** A payment that has begun: who began it may stop it, so that nothing is ordered twice. */
function BeingPaid({ page }: { page: GroupPage }) {
  const { own_order } = page
  if (own_order?.state !== 'being_paid') {
    return <Notice kind="warn">{starterOf(page)} is paying for it now. Nothing can be changed meanwhile.</Notice>
  }
  return (
    <Notice kind="warn">
      <p>A payment for it is under way. Nothing can be changed meanwhile.</p>
      <a
        href={`/order-summary?order=${own_order.link_token}` satisfies Address}
        className={buttonClass('brand', 'mt-3 w-full')}
      >
        Go on with the payment
      </a>
      <form method="post">
        <input type="hidden" name="intent" value="stop" />
        <button type="submit" className={buttonClass('quiet', 'mt-3 w-full')}>
          Stop it, and change the order
        </button>
      </form>
      <p className="mt-2 font-normal">If money still comes by it, it goes back by itself.</p>
    </Notice>
  )
}

/** What was paid for is not coming. */
function CalledOff({ page }: { page: GroupPage }) {
  const { called_off_by, own_order, vendor } = page
  if (!called_off_by) return null
  const why = ['reject', 'lapse'].includes(called_off_by) ? `${vendor.name} could not cook it.` : 'It was called off.'
  return (
    <Notice kind="warn">
      <p>{why} Nothing of it comes, and the money goes back to whoever paid. It can be ordered again.</p>
      {own_order?.state === 'called_off' && <Own link={own_order.link_token}>What became of it</Own>}
    </Notice>
  )
}

/** The way to an order's own page. */
export function Own({ link, children }: { link: string; children: ReactNode }) {
  return (
    <a
      href={`/order-summary?order=${link}` satisfies Address}
      className="mt-3 inline-flex min-h-11 items-center font-semibold text-link underline"
    >
      {children}
    </a>
  )
}

function Steer({ is_open }: { is_open: boolean }) {
  return (
    <form method="post" className="mt-3">
      <input type="hidden" name="intent" value={is_open ? 'close' : 'open'} />
      <button type="submit" className={buttonClass('quiet', 'w-full')}>
        {is_open ? 'Close it: nobody chooses any more' : 'Open it again for 15 minutes'}
      </button>
    </form>
  )
}
