import storefront_css from '../storefront/storefront.css?inline'
import { LICENCE, slimStyle } from './slim-style.ts'
import { restOfStyle } from './style-of-page.ts'

/** The style of the storefront. A page carries what it shows of it (style-of-page.ts). */
export const storefront_style = slimStyle(storefront_css)

/** What comes with a page's scripts, for all that they may draw. */
export const rest_of_style = (LICENCE.exec(storefront_css)?.[0] ?? '') + restOfStyle(storefront_style)
