/** What serves taps before React is there (storefront/early/), fetched first when a page is woken. */
export type EarlyScript = 'dish_taps' | 'carousel_taps'

/** What a route asks of the page around it: its `handle`, or that of the layout it stands in. */
export type PageHandle = {
  /**
   * Its script is fetched at once: it waits for a bank, reads the cart or watches a vendor. Others wait for a touch.
   */
  wake?: 'at_once'
  early?: EarlyScript
  /**
   * Anybody may find it by a search engine: it is in the sitemap, and says its one address and its preview. All others
   * are kept out of search engines.
   */
  public?: true
  /** The manifest of what is installed from here, where that is not the storefront. */
  manifest?: string
  /** Its forms may carry files; elsewhere a form has 64 KB. */
  files?: true
  /**
   * What a customer's phone opens here without a line (docs/decisions/118): the page as it was seen last, which is the
   * same for everybody or the customer's own, or one that says why. What says nothing is left to the browser.
   */
  offline?: 'everybody' | 'customer' | 'says_why' | 'browser'
  /** The parameter behind the `?` that names what is shown; without it there is nothing to keep. */
  named_by?: string
  /** It speaks of orders, so the line about the order under way would say it twice. */
  tells_of_orders?: true
}

/** The addresses that say so, as app/routes.ts has them. */
export type OfflinePages = Readonly<Record<'everybody' | 'customer' | 'says_why' | 'tells_of_orders', string[]>>

/** What the matched routes ask together; the innermost wins. */
export function mergeHandles(handles: readonly unknown[]): PageHandle {
  return Object.assign({}, ...handles)
}
