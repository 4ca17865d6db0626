import { brand } from '../../../domain/brand.ts'
import type { SupportLine } from './support-line.server.ts'

/** What the marketplace did for this kitchen on its own screens, newest first. */
export function DoneBySupport({ lines }: { lines: readonly SupportLine[] }) {
  return (
    <section id="support" aria-labelledby="support-heading" className="card p-5 sm:p-6">
      <h2 id="support-heading" className="text-xl font-bold">
        {brand.name} support did this for you
      </h2>
      <p className="mt-2 text-ink-soft">
        Something you did not ask for? Call us on {brand.support_phone}. Payouts, your bank account and your staff are
        out of reach for support.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {lines.map(({ id, what, who, why, when }) => (
          <li key={id} className="py-2">
            <strong className="font-semibold wrap-anywhere">{what}</strong>
            <span className="block text-sm text-ink-soft wrap-anywhere">
              {when}, {who}
              {why && `: ${why}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
