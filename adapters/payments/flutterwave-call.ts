import { z } from 'zod'
import { callProvider, ProviderUnavailable } from '../call-provider.ts'

/** Flutterwave itself gives up after 28 s (docs/providers.md#flutterwave-errors); no customer waits that long. */
const TIMEOUT_SECONDS = 12
/** How long to read a list: less than the lease of the waiting worker. */
const SEARCH_SECONDS = 40

const envelope = z.object({
  status: z.string(),
  message: z.string().nullish(),
  data: z.unknown(),
  meta: z
    .object({ page_info: z.object({ total: z.number().nullish(), total_pages: z.coerce.number().int().positive() }) })
    .nullish()
    .catch(null),
})

export type FlutterwaveAnswer = z.infer<typeof envelope>
export type FlutterwaveCall = (
  method: 'GET' | 'POST',
  path: string,
  json?: unknown,
  timeout_seconds?: number,
) => Promise<FlutterwaveAnswer>

/**
 * One call to Flutterwave's API with our key (docs/providers.md#flutterwave-keys-and-amounts). Answers its envelope,
 * even of a refused request. Throws ProviderUnavailable when the outcome is unknown, and for a key that is not
 * accepted.
 */
export function flutterwaveCall(settings: { base_url: string; secret_key: string }): FlutterwaveCall {
  return async (method, path, json, timeout_seconds = TIMEOUT_SECONDS) => {
    const { status, body } = await callProvider(`${settings.base_url}${path}`, {
      method,
      json,
      headers: { authorization: `Bearer ${settings.secret_key}` },
      timeout_seconds,
    })
    const parsed = envelope.safeParse(body)
    if (!parsed.success) throw new ProviderUnavailable(`flutterwave ${path}: an answer we cannot read`)
    // A wrong key must not count as an answer, or every charge would seem to be missing.
    if (status === 401 || status === 403) throw new ProviderUnavailable(`flutterwave ${path}: HTTP ${status}`)
    return parsed.data
  }
}

/** The pages of a list as received, newest rows first. Throws ProviderUnavailable when they cannot be read in time. */
export async function* flutterwavePages(
  call: FlutterwaveCall,
  path: string,
  query: Record<string, string> = {},
): AsyncGenerator<unknown[]> {
  const started_ms = performance.now()
  for (let page = 1, pages = 1; page <= pages; page++) {
    if (performance.now() - started_ms > SEARCH_SECONDS * 1000) {
      throw new ProviderUnavailable(`flutterwave ${path}: not read within ${SEARCH_SECONDS} s`)
    }
    const list = await call('GET', `${path}?${new URLSearchParams({ ...query, page: String(page) })}`)
    if (list.status !== 'success' || !Array.isArray(list.data)) {
      throw new ProviderUnavailable(`flutterwave ${path}: an answer we cannot read`)
    }
    yield list.data
    pages = pagesOf(list, page)
  }
}

/** The rows of every page but the last (docs/providers.md#flutterwave-lists); of some lists it is more. */
const FULL_PAGE = 10

/** How many pages a list has. Where it does not say so, there is one more after each that is full. */
export function pagesOf({ data, meta }: FlutterwaveAnswer, page: number): number {
  const is_full = Array.isArray(data) && data.length >= FULL_PAGE
  return meta?.page_info.total_pages ?? (is_full ? page + 1 : page)
}
