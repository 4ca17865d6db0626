import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { buttonClass } from './button.tsx'
import { Logo } from './logo.tsx'

const KEPT = 'Your cart and what you typed are kept on this phone.'

/**
 * No connection, a page that does not exist, or one that failed: it says which, and tries again. `children` lead
 * elsewhere; `kept` says what is not lost.
 */
export function LastResort({ error, kept, children }: { error: unknown; kept?: string; children: ReactNode }) {
  const { title, text, again } = wordsFor(error, kept)
  useEffect(() => {
    if (!again) return
    const reload = () => location.reload()
    addEventListener('online', reload)
    // A phone without a working connection often believes that it is online.
    const look = setInterval(() => isLostLine(error) && fetch('/health' satisfies Address).then(reload, () => {}), 5000)
    return () => {
      removeEventListener('online', reload)
      clearInterval(look)
    }
  }, [again, error])
  return (
    <div className="page-width grid gap-4 text-center">
      <div className="flex justify-center">
        <Logo large />
      </div>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <p className="flex flex-wrap justify-center gap-3">
        {again && (
          <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
            Try again
          </button>
        )}
        {children}
      </p>
    </div>
  )
}

/** What is to be said of an error, and whether trying again may help. */
export function wordsFor(error: unknown, kept = KEPT): { title: string; text: string; again: boolean } {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'This page does not exist',
      text: 'The address may be mistyped, or the page has moved.',
      again: false,
    }
  }
  if (isRouteErrorResponse(error) && (error.status === 400 || error.status === 413)) {
    return {
      title: 'This form could not be read',
      text: 'Nothing was changed. Please load the page again and send it once more.',
      again: true,
    }
  }
  if (isRouteErrorResponse(error) && error.status === 503) {
    return {
      title: 'A lot is going on right now',
      text: 'Nothing was changed. Please try again in a moment.',
      again: true,
    }
  }
  if (isLostLine(error)) {
    return {
      title: 'No connection',
      text: `${kept} This page comes back by itself.`,
      again: true,
    }
  }
  return {
    title: 'Something went wrong on our side',
    text: `${kept} Please try again in a moment.`,
    again: true,
  }
}

/** What Chromium, Firefox and Safari throw when a page's data cannot be fetched. */
function isLostLine(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}
