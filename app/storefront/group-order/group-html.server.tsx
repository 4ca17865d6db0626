import { renderToStaticMarkup } from 'react-dom/server'
import { choicesText, nameWithChoices } from '../../../domain/catalog/option-groups.ts'
import type { GroupPage, MemberPart } from '../../../domain/checkout/group-orders/group-page.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import type { Refused } from '../../ui/action-answer.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { changeText } from '../checkout/change-text.ts'
import { FeesInWords, timeText, untilText, whoPays } from './group-facts.server.tsx'
import { MemberCard } from './member-card.server.tsx'
import { ShareLink } from './share-link.server.tsx'

type Page = { page: GroupPage; me: MemberPart; url: string; now: Date; refused: Refused | null }

/** A group order as its members see it, as HTML with a form for each button. */
export const groupHtml = (props: Page): string => renderToStaticMarkup(<Group {...props} />)

function Group({ page, me, url, now, refused }: Page) {
  const { vendor, members, pays, is_open, is_ordered } = page
  return (
    <>
      {!me.is_paid && (
        <noscript>
          <meta httpEquiv="refresh" content="60" />
        </noscript>
      )}
      <h1 className="text-3xl font-extrabold">Order together from {vendor.name}</h1>
      <p className="mt-3">{whoPays(page)}</p>
      <p className="mt-1 font-semibold" role="status">
        {untilText(page, now)}
      </p>
      <div className="mt-4 grid gap-4">
        {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
        <Changed page={page} me={me} />
        {is_ordered ? <Ordered page={page} me={me} /> : <Next page={page} me={me} now={now} />}
        {is_open && <ShareLink page={page} url={url} />}
      </div>
      {!is_ordered && (
        <section aria-labelledby="who-heading" className="mt-6">
          <h2 id="who-heading" className="text-xl font-bold">
            Who has what
          </h2>
          <ul className="mt-3 grid gap-3">
            {members.map((member) => (
              <MemberCard key={member.id} member={member} me={me} page={page} />
            ))}
          </ul>
          {pays === 'one' && <Sums page={page} />}
        </section>
      )}
    </>
  )
}

/** What changed on the menu since it was chosen, and whose it is. */
function Changed({ page, me }: { page: GroupPage; me: MemberPart }) {
  const changed = page.members.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return null
  const may_take = changed.some(({ id }) => id === me.id) || (me.is_starter && page.pays === 'one')
  const is_closed = changed.some(({ changes }) => changes.some(({ change }) => change.kind === 'vendor_unavailable'))
  return (
    <Notice kind="warn">
      <p>Something changed since it was chosen:</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
        {changed.flatMap(({ id, name, changes }) =>
          changes.map((item) => (
            <li key={`${id} ${nameWithChoices(item)}`}>
              For {id === me.id ? 'you' : name}: {changeText(item)}
            </li>
          )),
        )}
      </ul>
      {may_take && !is_closed && (
        <form method="post" className="mt-3">
          <input type="hidden" name="intent" value="changes" />
          <button type="submit" className={buttonClass('brand')}>
            Go on with this
          </button>
        </form>
      )}
    </Notice>
  )
}

/** What comes next for whoever looks: to choose, to wait, or to pay. */
function Next({ page, me, now }: { page: GroupPage; me: MemberPart; now: Date }) {
  const { pays, is_open, own_order, members, pay_until, fees, token } = page
  const starter = members.find(({ is_starter }) => is_starter)?.name ?? 'The starter'
  const pay = `/group/${token}/checkout` satisfies Address
  if (me.is_paid && own_order) {
    const others = members.filter(({ is_paid }) => is_paid).length - 1
    return (
      <Notice kind="good">
        <p>
          Your dishes are ordered and paid.{' '}
          {others === 0 ? 'Nobody else has paid yet.' : `${others} ${others === 1 ? 'other has' : 'others have'} paid.`}
        </p>
        <Own link={own_order.link_token} words="Your receipt" />
      </Notice>
    )
  }
  const chosen = pays === 'one' ? page.food_kobo : me.food_kobo
  return (
    <section aria-labelledby="next-heading" className="card p-5">
      <h2 id="next-heading" className="text-lg font-bold">
        {pays === 'each' ? 'Your part' : me.is_starter ? 'You order and pay' : `${starter} orders and pays`}
      </h2>
      {chosen === 0 && <p className="mt-2">{is_open ? 'Choose from the menu below.' : 'Nothing was chosen.'}</p>}
      {pays === 'one' && !me.is_starter && chosen > 0 && (
        <p className="mt-2">
          Your part: <strong className="money">{formatNaira(me.part_kobo)}</strong>, with an even share of the delivery.
        </p>
      )}
      {pays === 'each' && (
        <>
          {me.food_kobo > 0 && (
            <p className="mt-2">
              Your dishes: <strong className="money">{formatNaira(me.food_kobo)}</strong>
            </p>
          )}
          <FeesInWords fees={fees} me={me} />
          {pay_until && <p className="mt-3 font-semibold">Pay by {timeText(pay_until, now)}.</p>}
        </>
      )}
      {chosen > 0 && (pays === 'each' || me.is_starter) && (
        <a href={pay} className={buttonClass('primary', 'mt-4 w-full')}>
          {pays === 'each' ? 'Pay my part' : 'Order and pay for all'}
        </a>
      )}
      {own_order && <Own link={own_order.link_token} words="Your order, not paid yet" />}
      {me.is_starter && <Steer is_open={is_open} />}
    </section>
  )
}

function Own({ link, words }: { link: string; words: string }) {
  return (
    <a
      href={`/order-summary?order=${link}` satisfies Address}
      className="mt-3 inline-flex min-h-11 items-center font-semibold text-link underline"
    >
      {words}
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

function Sums({ page }: { page: GroupPage }) {
  const { food_kobo, fee_kobo } = page
  if (food_kobo === 0) return null
  const rows = [
    ['Dishes', food_kobo],
    ['Delivery', fee_kobo],
    ['Together', sumKobo([food_kobo, fee_kobo])],
  ] as const
  return (
    <dl className="card mt-3 grid gap-1 p-5">
      {rows.map(([name, kobo]) => (
        <div key={name} className="flex justify-between last:font-bold">
          <dt>{name}</dt>
          <dd className="money">{formatNaira(kobo)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What was paid for, since nothing of it changes any more. */
function Ordered({ page, me }: { page: GroupPage; me: MemberPart }) {
  const starter = page.members.find(({ is_starter }) => is_starter)?.name ?? 'The starter'
  return (
    <Notice kind="good">
      <p>
        {me.is_starter ? 'It is ordered and paid.' : `${starter} has ordered and paid it, and is told when it comes.`}
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5 font-normal">
        {page.ordered.map((line) => (
          <li key={`${line.food_id} ${choicesText(line.options)}`}>
            {line.quantity} × {nameWithChoices(line)}
          </li>
        ))}
      </ul>
      {me.is_starter && page.own_order && <Own link={page.own_order.link_token} words="Your receipt" />}
    </Notice>
  )
}
