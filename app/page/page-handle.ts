/** What serves taps before React is there (storefront/early/), fetched first when a page is woken. */
export type EarlyScript = 'dish_taps' | 'carousel_taps'

/** What a route asks of the page around it: its `handle`, or that of the layout it stands in. */
export type PageHandle = {
  /**
   * Its script is fetched at once: it waits for a bank, reads the cart or watches a vendor. Others wait for a touch.
   */
  wake?: 'at_once'
  early?: EarlyScript
  /** Anybody may find it by a search engine: it is in the sitemap, and says its one address and its preview. */
  public?: true
  /** The manifest of what is installed from here, where that is not the storefront. */
  manifest?: string
}

/** What the matched routes ask together; the innermost wins. */
export function mergeHandles(handles: readonly unknown[]): PageHandle {
  return Object.assign({}, ...handles)
}
