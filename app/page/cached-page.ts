import { data } from 'react-router'

/**
 * A loader's answer that is the same for every visitor. The server keeps the page in memory until the catalog changes
 * or `valid_until` passes (app/page/page-cache.ts), whichever comes first. A page that looks different by its query
 * says in `own_query` which one, e.g. `sort=price`, that shows it; under any other query it is rendered for each
 * visitor, because those are endless.
 */
export function cachedPage<Data>(payload: Data, valid_until: Date | null, own_query = '') {
  return data(payload, {
    headers: {
      'page-valid-until': valid_until ? String(valid_until.getTime()) : 'changed',
      'page-query': own_query,
    },
  })
}

/** The `headers` export of a route whose loader answers with `cachedPage`. */
export function cachedPageHeaders({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders
}
