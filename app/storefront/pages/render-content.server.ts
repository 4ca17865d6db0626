import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cachedPage } from '../../page/cached-page.ts'
import type { Content } from './content-page.tsx'

/**
 * A loader's answer for a page of text. The text is rendered here and travels as HTML: it does nothing in a browser, so
 * none of it is in a script that a phone would have to load.
 */
export function renderContent({ text, ...page }: Omit<Content, 'html'> & { text: ReactElement }) {
  return cachedPage({ ...page, html: renderToStaticMarkup(text) }, null)
}
