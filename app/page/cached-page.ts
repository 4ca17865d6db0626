import { data } from 'react-router'

/**
 * A loader's answer that is the same for every visitor. The server keeps the page in memory until the catalog changes
 * or `valid_until` passes (app/page/page-cache.ts), whichever comes first. A page that depends on its query names in
 * `own_query` the query that shows it, e.g. `sort=price`; under any other query it is rendered for each visitor,
 * because there is no end to those.
 */
export function cachedPage<Data>(payload: Data, valid_until: Date | null, own_query = '') {
  return data(payload, { headers: keptUntil(valid_until, own_query) })
}

/** The same for an endpoint that answers with data alone. */
export function cachedJson(payload: unknown, valid_until: Date | null, own_query = ''): Response {
  return Response.json(payload, { headers: keptUntil(valid_until, own_query) })
}

function keptUntil(valid_until: Date | null, own_query: string) {
  return {
    'page-valid-until': valid_until ? String(valid_until.getTime()) : 'changed',
    'page-query': own_query,
  }
}

/** The `headers` export of a route whose loader answers with `cachedPage`. */
export function cachedPageHeaders({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders
}
