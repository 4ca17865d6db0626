import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cachedPage } from '../../page/cached-page.ts'
import type { Content } from './content-page.tsx'

/**
 * A loader's answer for a page of text. The text is rendered here and sent as HTML: nothing in it is interactive, so no
 * script has to carry it.
 */
export function renderContent(
  { text, ...page }: Omit<Content, 'html'> & { text: ReactElement },
  valid_until: Date | null = null,
) {
  return cachedPage({ ...page, html: renderToStaticMarkup(text) }, valid_until)
}
