import { z } from 'zod'
import { callProvider, ProviderUnavailable } from '../call-provider.ts'

/**
 * Flutterwave gives up after 28 s itself (docs/providers.md#flutterwave-errors);
 * waiting longer than a customer does helps nobody.
 */
const TIMEOUT_SECONDS = 12
/** How long a list is read: less than the lease of the worker that waits for it. */
const SEARCH_SECONDS = 40

const envelope = z.object({
  status: z.string(),
  message: z.string().nullish(),
  data: z.unknown(),
  meta: z
    .object({ page_info: z.object({ total: z.number().nullish(), total_pages: z.number() }) })
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
 * One call to Flutterwave's API with our key (docs/providers.md#flutterwave-keys-and-amounts). Answers what its
 * envelope says, a refusal of the request included; throws ProviderUnavailable when nobody knows what happened over
 * there, and for a key that it does not take.
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
    // A wrong key would make every charge look absent, so it must not pass for an answer.
    if (status === 401 || status === 403) throw new ProviderUnavailable(`flutterwave ${path}: HTTP ${status}`)
    return parsed.data
  }
}

/**
 * The pages of a list, newest rows first, as they came. Throws ProviderUnavailable when they cannot be read in time.
 */
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
    pages = list.meta?.page_info.total_pages ?? 1
  }
}
