import { formatNaira } from '../../../domain/money.ts'
import { Titled } from '../../ui/titled.tsx'
import type { OwnRecordView } from './earnings-view.server.ts'

/** What was recorded of a rider in four weeks, with all that anybody is judged by, and what follows from it. */
export function OwnRecord({ record }: { record: OwnRecordView }) {
  const most = Math.max(...record.weeks.map(({ an_hour }) => an_hour ?? 0), 1)
  return (
    <Titled id="record-title" title="Your last four weeks" className="card p-5">
      <ul className="mt-3 grid gap-4">
        {record.shares.map(({ name, said, percent }) => (
          <li key={name}>
            <p className="flex justify-between gap-3">
              <span>{name}</span>
              <span className="money font-bold">{percent === null ? 'none yet' : `${percent} %`}</span>
            </p>
            {percent !== null && <Bar share={percent / 100} />}
            <p className="mt-1 text-sm text-ink-soft">{said}</p>
          </li>
        ))}
      </ul>
      <h3 className="mt-5 font-bold">For each hour on duty</h3>
      <ul className="mt-2 grid gap-2">
        {record.weeks.map(({ from, said, an_hour, an_hour_in_hand }) => (
          <li key={from}>
            <p className="flex justify-between gap-3">
              <span>
                From {from} <span className="text-sm text-ink-soft">{said}</span>
              </span>
              <span className="money font-bold">{an_hour === null ? 'none' : formatNaira(an_hour)}</span>
            </p>
            {an_hour !== null && <Bar share={an_hour / most} />}
            {an_hour_in_hand !== null && (
              <p className="mt-1 text-sm text-ink-soft">
                <span className="money">{formatNaira(an_hour_in_hand)}</span> for an hour with an order in hand
              </p>
            )}
          </li>
        ))}
      </ul>
      <h3 className="mt-5 font-bold">What our support sees besides</h3>
      {record.seen_besides.length === 0 ? (
        <p className="mt-2">Nothing.</p>
      ) : (
        <ul className="mt-2 grid list-disc gap-1 pl-5">
          {record.seen_besides.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className="mt-5 text-ink-soft">
        Our support sees your hours as they stand here, by any days up to a year. Nothing else about how you ride is
        counted, and no figure here decides who is asked: that goes by who is near and free. Only this follows: three
        offers in a row without an answer send you off duty, a delivery that you declined or gave back is not offered to
        you again, and one that you let pass not for five minutes. A shift that you do not come to is said to us, so
        that we can call you. A hand-over without the PIN is paid once we have looked at it.
      </p>
    </Titled>
  )
}

/** The content security policy allows no style attribute, so the length is drawn. */
function Bar({ share }: { share: number }) {
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-1 block h-2 w-full rounded-full"
    >
      <rect width="100" height="8" className="fill-sunken" />
      <rect width={share * 100} height="8" className="fill-bar" />
    </svg>
  )
}
