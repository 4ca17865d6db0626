import { Link } from 'react-router'
import type { Figures } from './load-figures.server.ts'

/** What customers said of their last orders: stars, and their own words where they wrote some. */
export function LatestRatings({ ratings }: { ratings: Figures['ratings'] }) {
  return (
    <section aria-labelledby="ratings-title" className="card mt-4 p-5">
      <h2 id="ratings-title" className="text-lg font-bold">
        What customers say
      </h2>
      {ratings.length === 0 && (
        <p className="mt-2 text-ink-soft">Nobody has rated an order yet. Customers can, once it is delivered.</p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {ratings.map((rating) => (
          <li key={rating.order_id} className="flex flex-wrap items-baseline gap-x-3 py-3">
            <span className="font-bold text-warn">
              <span aria-hidden="true">★ {rating.food}</span>
              <span className="sr-only">{`${rating.food} of 5 stars for the food`}</span>
            </span>
            <span className="min-w-0 grow break-words">
              {rating.line ?? <span className="text-ink-soft">No comment</span>}
            </span>
            <span className="text-sm text-ink-soft">
              {rating.first_name},{' '}
              <Link className="text-link underline" to={`/vendor-order/${rating.order_id}` satisfies Address}>
                order {rating.order_id}
              </Link>
              , {rating.when}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
