import { type ReactNode, useContext, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useNavigation,
} from 'react-router'
import { brand } from '../domain/brand.ts'
import type { Route } from './+types/root'
import { InlineStyle } from './page/inline-style.ts'
import { mergeHandles } from './page/page-handle.ts'
import { buttonClass } from './ui/button.tsx'
import { Logo } from './ui/logo.tsx'

/** A page that failed has the title of its words. */
export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? `${wordsFor(error).title} - ${brand.name}` : `${brand.name}: ${brand.tagline}` },
]

const nothing = { __html: '' }

export function Layout({ children }: { children: ReactNode }) {
  const style = useContext(InlineStyle)
  // Tells page/wake-page.ts that buttons work now.
  useEffect(() => {
    dispatchEvent(new Event('awake'))
  }, [])
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14275a" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {import.meta.env.SSR && <link rel="apple-touch-icon" href="/apple-touch-icon.png" />}
        {import.meta.env.SSR && <Manifest />}
        <Meta />
        <style nonce={style.nonce} suppressHydrationWarning>
          {style.text}
        </style>
        <Links />
      </head>
      <body>
        <p
          id="page-news"
          aria-live="polite"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; page/wake-page.ts speaks here first.
          dangerouslySetInnerHTML={nothing}
        />
        {useNavigation().state !== 'idle' && <div className="on-its-way" />}
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** A rider installs the rider's screens, everybody else the storefront. It is read from documents only. */
function Manifest() {
  const { manifest = '/manifest.webmanifest' } = mergeHandles(useMatches().map(({ handle }) => handle))
  return <link rel="manifest" href={manifest} />
}

export default function Root() {
  return <Outlet />
}

/**
 * The last resort: no connection, a page that does not exist, or one that failed. It says which, and where to go on.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { title, text, again } = wordsFor(error)
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
    <main className="page-width grid grow place-content-center gap-4 py-16 text-center">
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
        <a className={buttonClass(again ? 'quiet' : 'primary')} href={'/restaurants' satisfies Address}>
          See the restaurants
        </a>
      </p>
    </main>
  )
}

function wordsFor(error: unknown): { title: string; text: string; again: boolean } {
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
      text: 'Your cart and what you typed are kept on this phone. This page comes back by itself.',
      again: true,
    }
  }
  return {
    title: 'Something went wrong on our side',
    text: 'Your cart and what you typed are kept on this phone. Please try again in a moment.',
    again: true,
  }
}

/** What Chromium, Firefox and Safari throw when a page's data cannot be fetched. */
function isLostLine(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}
