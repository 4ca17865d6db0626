import { createContext, useContext } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { buttonClass } from './button.tsx'

/** Where the back office around a screen has its dashboard. */
export const DashboardPath = createContext('/')

/** A screen that could not be shown, inside its back office, which goes on working. */
export function ScreenError() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const dashboard = useContext(DashboardPath)
  const { title, text, gone } = wordsFor(error)
  return (
    <div role="alert" className="card mx-auto grid max-w-xl justify-items-center gap-4 p-8 text-center">
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      {gone ? (
        <Link to={dashboard} className={buttonClass('brand')}>
          Go to my dashboard
        </Link>
      ) : (
        <a href={pathname + search} className={buttonClass('brand')}>
          Try again
        </a>
      )}
    </div>
  )
}

function wordsFor(error: unknown): { title: string; text: string; gone: boolean } {
  const status = isRouteErrorResponse(error) ? error.status : 0
  if (status === 404) {
    return {
      title: 'This page does not exist',
      text: 'The address may be mistyped, or it is not yours to see.',
      gone: true,
    }
  }
  if (status === 400 || status === 413) {
    return {
      title: 'This form could not be read',
      text: 'Nothing was changed. Please load the page again and send it once more.',
      gone: false,
    }
  }
  if (status === 503) {
    return {
      title: 'A lot is going on right now',
      text: 'Nothing was changed. Please try again in a moment.',
      gone: false,
    }
  }
  return {
    title: 'This could not be loaded',
    text: 'Nothing was lost. Please check your connection and try again.',
    gone: false,
  }
}
