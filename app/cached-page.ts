import { data } from 'react-router'

/**
 * A loader's answer that is the same for every visitor. The server keeps the page in memory until the catalog changes or
 * `valid_until` passes (server/page-cache.ts), whichever comes first.
 */
export function cachedPage<Data>(payload: Data, valid_until: Date | null) {
  return data(payload, {
    headers: { 'page-valid-until': valid_until ? String(valid_until.getTime()) : 'changed' },
  })
}

/** The `headers` export of a route whose loader answers with `cachedPage`. */
export function cachedPageHeaders({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
  return loaderHeaders
}
