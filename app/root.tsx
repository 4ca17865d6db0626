import { type ReactNode, useContext, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useNavigation } from 'react-router'
import { brand } from '../domain/brand.ts'
import type { Route } from './+types/root'
import { InlineStyle } from './page/inline-style.ts'
import { mergeHandles } from './page/page-handle.ts'
import { buttonClass } from './ui/button.tsx'
import { LastResort, wordsFor } from './ui/last-resort.tsx'

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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="grid grow place-content-center py-16">
      <LastResort error={error}>
        <a className={buttonClass(wordsFor(error).again ? 'quiet' : 'primary')} href={'/restaurants' satisfies Address}>
          See the restaurants
        </a>
      </LastResort>
    </main>
  )
}
