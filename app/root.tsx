import { type ReactNode, useContext, useEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { brand } from '../domain/brand.ts'
import type { Route } from './+types/root'
import { InlineStyle } from './inline-style.ts'
import { buttonClass } from './ui/button.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `${brand.name}: ${brand.tagline}` },
  {
    name: 'description',
    content: `Order from the restaurants around ${brand.campus}, ${brand.city}. Pay by card, USSD or bank transfer, delivered to your hall in 20 to 35 minutes.`,
  },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14275a" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <style suppressHydrationWarning>{useContext(InlineStyle)}</style>
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  // Tells server/wake-page.ts that buttons work now.
  useEffect(() => {
    window.dispatchEvent(new Event('awake'))
  }, [])
  return <Outlet />
}

/** The last net: a page that does not exist, or one that failed. It says which, and where to go on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const not_found = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="page-width grid grow place-content-center gap-4 py-16 text-center">
      <title>{`${not_found ? 'Page not found' : 'Something went wrong'} - ${brand.name}`}</title>
      <p aria-hidden="true" className="text-5xl">
        🍲
      </p>
      <h1 className="text-2xl font-bold">
        {not_found ? 'This page does not exist' : 'Something went wrong on our side'}
      </h1>
      <p className="text-ink-soft">
        {not_found
          ? 'The address may be mistyped, or the page has moved.'
          : 'Nothing you entered was lost. Please try again in a moment.'}
      </p>
      <p>
        <a className={buttonClass('primary')} href="/restaurants">
          See the restaurants
        </a>
      </p>
    </main>
  )
}
