import { FooterParts } from './footer-parts.tsx'

const look = 'no-print mt-auto bg-brand-strong text-white'

/** The footer as the document brought it. Every document of the storefront has one (route-tables.ts). */
const standing = import.meta.env.SSR ? '' : document.querySelector('body > footer')?.innerHTML

/** The footer is static: the browser keeps what the document brought, so that its words are in no script. */
export function Footer() {
  if (import.meta.env.SSR || import.meta.env.DEV) {
    return (
      <footer className={look}>
        <FooterParts />
      </footer>
    )
  }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
    <footer className={look} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: standing ?? '' }} />
  )
}
