import { formatCampusTime } from '../../domain/clock.ts'
import { FROM_MEMORY_LOOK } from './notes-look.ts'

/**
 * A page that could not be made anew says since when it may be otherwise, as a page from a phone's memory does
 * (app/workers/offline-words.ts). It is the first in the page, and React leaves it there; once the page can be had
 * again, it comes by itself (app/storefront/offline/phone-news.ts).
 */
export function withFormerNote(html: string, right_until: Date): string {
  const note =
    `<aside id="from-memory" aria-label="From memory" class="${FROM_MEMORY_LOOK}">We could not look just now: ` +
    `this is how it was at ${formatCampusTime(right_until)}.</aside>`
  return html.replace(/<body[^>]*>/, (body) => body + note)
}
