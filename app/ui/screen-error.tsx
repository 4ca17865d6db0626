import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { buttonClass } from './button.tsx'

/** A screen that could not be shown, inside its back office, which goes on working. */
export function ScreenError() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <div role="alert" className="card mx-auto grid max-w-xl justify-items-center gap-4 p-8 text-center">
      <h1 className="text-2xl font-bold">
        {missing ? 'This page does not exist' : 'This could not be loaded'}
      </h1>
      <p className="text-ink-soft">
        {missing
          ? 'The address may be mistyped, or it is not yours to see.'
          : 'Nothing was lost. Please look at your connection and try again.'}
      </p>
      {missing ? (
        <Link to="/vendor-order" className={buttonClass('brand')}>
          All orders
        </Link>
      ) : (
        <a href={pathname + search} className={buttonClass('brand')}>
          Try again
        </a>
      )}
    </div>
  )
}
