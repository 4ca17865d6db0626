import { renderToStaticMarkup } from 'react-dom/server'
import { buttonClass } from '../../ui/button.tsx'

/** What stands above the list, also where it cannot be shown. */
export const listHead = (): string =>
  renderToStaticMarkup(
    <>
      <h1 className="text-3xl font-extrabold">Your orders</h1>
      <p className="mt-2 text-ink-soft">Ordered or followed on this phone. Nobody else sees this list.</p>
      <p className="card mt-6 hidden p-5 noscript:block">
        This list needs JavaScript. The link in our SMS opens your order without it.
      </p>
    </>,
  )

/** What stands in place of an empty one. */
export const emptyList = (): string =>
  renderToStaticMarkup(
    <div className="card mt-6 p-8 text-center">
      <p className="text-lg font-semibold">No orders yet.</p>
      <p className="mt-1 text-ink-soft">What you order on this phone appears here.</p>
      <a className={buttonClass('primary', 'mt-4')} href={'/restaurants' satisfies Address}>
        See the restaurants
      </a>
    </div>,
  )
