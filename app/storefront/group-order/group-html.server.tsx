import { renderToStaticMarkup } from 'react-dom/server'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import type { GroupPage, MemberPart } from '../../../domain/checkout/group-orders/group-page.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { changeText } from '../checkout/change-text.server.ts'
import { Sums } from './bill.server.tsx'
import { starterOf, untilText, whoPays } from './group-facts.server.tsx'
import { MemberCard } from './member-card.server.tsx'
import { NextStep, Own, TookAlong } from './next-step.server.tsx'
import { ShareLink } from './share-link.server.tsx'

type Page = { page: GroupPage; me: MemberPart; url: string; now: Date }

/** A group order as its members see it, as HTML with a form for each button. */
export const groupHtml = (props: Page): string => renderToStaticMarkup(<Group {...props} />)

function Group({ page, me, url, now }: Page) {
  const { vendor, members, pays, is_open, is_ordered } = page
  return (
    <>
      <h1 className="text-3xl font-extrabold">Order together from {vendor.name}</h1>
      <p className="mt-3">{whoPays(page, now)}</p>
      <p className="mt-1 font-semibold" role="status">
        {untilText(page, now)}
      </p>
      <div className="mt-4 grid gap-4">
        <Changed page={page} me={me} />
        {is_ordered ? <Ordered page={page} me={me} /> : <NextStep page={page} me={me} now={now} />}
        {page.took_along && <TookAlong />}
        {is_open && <ShareLink page={page} url={url} />}
      </div>
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
      {/* At the end, as a document has it in its head instead (app/page/document.ts): nothing behind it moves. */}
      {me.payment !== 'paid' && (
        <noscript>
          <meta httpEquiv="refresh" content="60" />
        </noscript>
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

/** What was paid for, since nothing of it changes any more. */
function Ordered({ page, me }: { page: GroupPage; me: MemberPart }) {
  return (
    <Notice kind="good">
      <p>
        {me.is_starter
          ? 'It is ordered and paid.'
          : `${starterOf(page)} has ordered and paid it, and is told when it comes.`}
      </p>
      {!me.is_starter && me.part_kobo > 0 && (
        <p className="mt-2">
          Your part: <span className="money">{formatNaira(me.part_kobo)}</span>. Please pay it to {starterOf(page)}.
        </p>
      )}
      {me.is_starter && page.own_order && <Own link={page.own_order.link_token}>Your receipt</Own>}
    </Notice>
  )
}
