import { LICENCE, slimStyle } from '../page/slim-style.ts'
import { restOfStyle } from '../page/style-of-page.ts'
import storefront_css from './storefront.css?inline'

/** The style of the storefront. A page carries what it shows of it (style-of-page.ts). */
export const storefront_style = slimStyle(storefront_css)

/** What comes with a page's scripts, for all that they may draw. */
export const rest_of_style = (LICENCE.exec(storefront_css)?.[0] ?? '') + restOfStyle(storefront_style)
