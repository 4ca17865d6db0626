import { buttonClass } from '../../ui/button.tsx'
import { usePageAnswer } from '../../ui/forms/use-page-answer.ts'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { RateAnswer } from './rate-action.server.ts'
import type { OrderView } from './track-view.server.ts'
import { WindowText } from './window-text.tsx'

/** One order of the cart: what is to be chosen, where it stands, when it comes, who brings it, the PIN for the door. */
export function OrderCard({ order, choices }: { order: OrderView; choices: string | undefined }) {
  const refused = useRefused('withdraw', { name: 'track_token', value: order.track_token })
  const answer = usePageAnswer<RateAnswer>()
  const is_refused = !order.is_rated && answer?.rate?.track_token === order.track_token
  const rate = is_refused ? answer.rate?.form : order.rate
  return (
    <article aria-labelledby={`order-${order.id}`} className="card p-5 sm:p-6">
      <p className="text-sm text-ink-soft">
        Order {order.id} · {order.vendor.name}
      </p>
      <h2 id={`order-${order.id}`} className="mt-1 text-xl font-extrabold">
        {order.headline}
      </h2>
      {order.window && <WindowText window={order.window} />}
      {order.collect_at && <p className="mt-2">{order.collect_at}</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      {choices && <div dangerouslySetInnerHTML={{ __html: choices }} />}
      {refused?.said && (
        <div className="mt-3">
          <Notice kind="bad">{refused.said}</Notice>
        </div>
      )}
      {order.notes.map((note) => (
        <p key={note} className="mt-3">
          {note}
        </p>
      ))}
      {order.status !== 'Cancelled' && <Steps order={order} />}
      {order.rider && <Rider rider={order.rider} />}
      {order.pin && <Pin pin={order.pin} whose={order.pin_whose} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div dangerouslySetInnerHTML={{ __html: order.help }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      {rate && <div dangerouslySetInnerHTML={{ __html: rate }} />}
      <details className="mt-4 border-t border-line pt-3">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">What you ordered</summary>
        <ul className="space-y-1 pb-1">
          {order.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same.
            <li key={place}>{item}</li>
          ))}
        </ul>
      </details>
    </article>
  )
}

function Steps({ order }: { order: OrderView }) {
  const next = order.steps.findIndex((step) => !step.at)
  return (
    <ol className="mt-5">
      {order.steps.map((step, place) => (
        <li
          key={step.name}
          aria-current={place === next - 1 && order.is_open ? 'step' : undefined}
          className="track-step relative flex items-baseline gap-3 pb-4 pl-9 last:pb-0"
          data-reached={!!step.at}
        >
          <span className={step.at ? 'font-semibold' : 'text-ink-soft'}>{step.name}</span>
          {step.at ? (
            <span className="money ml-auto text-ink-soft">{step.at}</span>
          ) : (
            <span className="sr-only">not yet</span>
          )}
        </li>
      ))}
    </ol>
  )
}

function Rider({ rider }: { rider: NonNullable<OrderView['rider']> }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 rounded-control bg-sunken p-4">
      <Icon
        path="M2.5 6h11v10h-11zM13.5 10h4l4 3.5V16h-8M5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M15.5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
        className="size-6"
      />
      <p className="mr-auto">
        <strong>{rider.first_name}</strong> {rider.phone ? 'brings' : 'will bring'} your food.
      </p>
      {rider.phone && (
        <a className={buttonClass('brand')} href={`tel:${rider.phone.replaceAll(' ', '')}`}>
          <Icon path="M4 4h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 3 5a1 1 0 0 1 1-1z" />
          Call {rider.first_name}
        </a>
      )}
    </div>
  )
}

function Pin({ pin, whose }: { pin: string; whose: string }) {
  return (
    <div className="mt-5 rounded-control border-2 border-line dashed p-4 text-center">
      <p className="font-semibold">Your PIN for the {whose}</p>
      <p className="money mt-1 text-4xl font-extrabold tracking-[0.3em]">
        <span aria-hidden="true">{pin}</span>
        <span className="sr-only">{[...pin].join(' ')}</span>
      </p>
      <p className="mt-1 text-sm text-ink-soft">Say it only when the food is in your hands.</p>
    </div>
  )
}
