import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { buttonClass } from './button.tsx'

/** In place of a page whose link somebody sent: it is not ours, or cut off by a chat, or the page failed. */
export function SentLinkError() {
  const error = useRouteError()
  const is_unknown = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className="page-width py-20 text-center">
      <h1 className="text-2xl font-bold">{is_unknown ? 'We do not know this link' : 'That did not work'}</h1>
      <p className="mt-2 text-ink-soft">
        {is_unknown
          ? 'Is it complete? Please ask whoever sent it to send it once more.'
          : 'Please go back and try it once more in a moment. Nothing is taken twice.'}
      </p>
      <Link className={buttonClass('primary', 'mt-6')} to={'/restaurants' satisfies Address}>
        See the restaurants
      </Link>
    </div>
  )
}
