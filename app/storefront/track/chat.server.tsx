import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import { isChatShown, mayWriteToDesk } from '../../../domain/chat/chat-rules.ts'
import { LONGEST_LINE } from '../../../domain/chat/forms.ts'
import type { TrackedOrder } from '../../../domain/checkout/track/tracked-orders.ts'
import { formatTimeOrDate } from '../../../domain/clock.ts'
import { buttonClass } from '../../ui/button.tsx'

/** A line that was sent and not taken. */
type Refused = { said: string; typed: string }

/** The chat in parts, so that what changes takes nothing away that somebody types (`form`); none once it is over. */
export type ChatView = {
  lines: string
  form: string
  to: string
  /** What was written to the customer last, for who hears the page. */
  latest: string
}

type Line = TrackedOrder['chat'][number]

/**
 * What customer, rider and we wrote each other about the orders of a link, and the form for the next line. It is sent
 * as HTML with a form of its own, so no script has to carry it. Where there is no script the page looks again by itself
 * and would take away what is typed, so the form has an address of its own there (`is_typing`).
 */
export function chatView(
  track_token: string,
  orders: readonly TrackedOrder[],
  now: Date,
  { is_typing, refused = null }: { is_typing: boolean; refused?: Refused | null },
): ChatView {
  const of = orders.map((order) => ({ ...order, ended_at: order.ended?.at ?? null }))
  const shown = of.filter((order) => isChatShown(order, now))
  const lines = shown.flatMap(({ chat }) => chat).toSorted((one, other) => one.id - other.id)
  const may_write = of.some((order) => mayWriteToDesk(order, now))
  if (!may_write && lines.length === 0) return { lines: '', form: '', to: '', latest: '' }
  const own = of.find((order) => order.track_token === track_token && mayWriteToDesk(order, now))
  const desk_token = (own ?? of.find((order) => mayWriteToDesk(order, now)))?.track_token
  const latest = lines.findLast(({ from_role }) => from_role !== 'customer')
  return {
    lines: renderToStaticMarkup(
      <>
        <h2 id="chat-heading" className="font-bold">
          {orders.some(({ collecting }) => collecting) ? 'Write to us' : 'Write to your rider or to us'}
        </h2>
        <Lines lines={lines} several={orders.length > 1} now={now} />
        {!may_write && <p className="mt-2 text-ink-soft">The order is over, so this is closed. Please call us.</p>}
      </>,
    ),
    form: may_write ? renderToStaticMarkup(<Form {...{ track_token, is_typing, refused }} />) : '',
    to: may_write ? renderToStaticMarkup(<To {...{ is_typing, orders: of, desk_token }} />) : '',
    latest: latest ? `${whoIn(latest)}: ${latest.text}` : '',
  }
}

const whoIn = ({ from_role, name, partner }: Line) => {
  if (from_role === 'customer') return partner === 'rider' ? 'You to your rider' : 'You to us'
  return from_role === 'rider' ? (name ?? 'Your rider') : brand.name
}

const looks = { customer: 'ml-8 bg-sunken', rider: 'mr-8 border border-line', admin: 'mr-8 border border-line' }

function Lines({ lines, several, now }: { lines: readonly Line[]; several: boolean; now: Date }) {
  if (lines.length === 0) return null
  return (
    <ol className="mt-3 grid gap-2">
      {lines.map((line) => (
        <li key={line.id} className={`break-words rounded-control p-3 ${looks[line.from_role]}`}>
          <span className="block text-sm text-ink-soft">
            {whoIn(line)}
            {several && `, order ${line.order_id}`} · {formatTimeOrDate(line.written_at, now)}
          </span>
          {line.text}
        </li>
      ))}
    </ol>
  )
}

const FORM = 'chat-form'

type ToWrite = { track_token: string; is_typing: boolean; refused: Refused | null }

/** Only what stays as it is, so that a page that loads again leaves it alone. */
function Form({ track_token, is_typing, refused }: ToWrite) {
  const to = `/track/${track_token}?write=1#chat` satisfies Address
  return (
    <>
      {!is_typing && (
        <a className={buttonClass('quiet', 'mt-3 hidden noscript:inline-flex')} href={to}>
          Write a message
        </a>
      )}
      <form id={FORM} method="post" action={to} className={`mt-3 ${is_typing ? '' : 'noscript:hidden'}`}>
        <label htmlFor="chat-text" className="text-ink-soft">
          Your message. Keep your PIN until you hold your food.
        </label>
        <textarea
          id="chat-text"
          name="text"
          rows={2}
          maxLength={LONGEST_LINE}
          required
          defaultValue={refused?.typed ?? ''}
          aria-describedby={refused ? 'chat-problem' : undefined}
          className="field mt-1"
        />
        {refused && (
          <p id="chat-problem" role="alert" className="mt-2 rounded-control bg-bad-soft p-3 text-bad">
            {refused.said}
          </p>
        )}
        <input type="hidden" name="intent" value="chat" />
      </form>
    </>
  )
}

type ToWhom = { is_typing: boolean; orders: readonly TrackedOrder[]; desk_token: string | undefined }

/** Whom a line can go to now, each with a button of its own. */
function To({ is_typing, orders, desk_token }: ToWhom) {
  const with_rider = orders.filter(({ has_rider }) => has_rider)
  return (
    <p className={`mt-3 flex flex-wrap gap-3 ${is_typing ? '' : 'noscript:hidden'}`}>
      {with_rider.map(({ id, track_token, rider }) => (
        <button key={id} type="submit" form={FORM} name="rider" value={track_token} className={buttonClass('brand')}>
          Send to {rider?.first_name ?? 'your rider'}
          {with_rider.length > 1 && `, order ${id}`}
        </button>
      ))}
      {desk_token && (
        <button type="submit" form={FORM} name="desk" value={desk_token} className={buttonClass('quiet')}>
          Send to us
        </button>
      )}
    </p>
  )
}
