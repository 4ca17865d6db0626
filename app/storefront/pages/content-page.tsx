import { brand } from '../../../domain/brand.ts'
import type { PageHandle } from '../../page/page-handle.ts'

/** A page of text as its loader sends it; `html` is ours, written by `renderContent`. */
export type Content = { title: string; description: string; lead: string; html: string }

export const public_page: PageHandle = { public: true }
/** One that a phone keeps, for whoever needs it without a line. */
export const kept_page: PageHandle = { ...public_page, offline: 'everybody' }

export function contentMeta({ loaderData }: { loaderData: Content | undefined }) {
  return loaderData
    ? [{ title: `${loaderData.title} - ${brand.name}` }, { name: 'description', content: loaderData.description }]
    : []
}

/** The frame of the pages behind the footer's links. */
export function ContentPage({ loaderData }: { loaderData: Content }) {
  const { title, lead, html } = loaderData
  return (
    <article>
      <header className="bg-brand-strong text-white">
        <div className="page-width max-w-3xl pt-6 pb-10">
          <h1 className="text-4xl font-extrabold tracking-tight">{title}</h1>
          <p className="mt-3 max-w-prose text-lg text-white/85">{lead}</p>
        </div>
      </header>
      <div
        className={
          'page-width max-w-3xl py-10 [&_:where(p,ul,ol,dl,h2,h3)]:max-w-prose [&_:where(p,ul,ol,dl)]:mt-3 ' +
          '[&_a:not([class])]:text-link [&_a:not([class])]:underline [&_dd]:text-ink-soft [&_dl+p]:mt-6 ' +
          '[&_dt]:mt-4 [&_dt]:font-bold [&_h2]:mt-10 [&_h2]:text-2xl [&_h2]:font-bold [&_h2:first-child]:mt-0 ' +
          '[&_h3]:mt-6 [&_h3]:text-lg [&_h3]:font-bold [&_li]:mt-2 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc ' +
          '[&_ul]:pl-6'
        }
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </article>
  )
}
