import { SpanKind } from '@opentelemetry/api'
import { readJson } from '../domain/plain-text.ts'
import { traced } from '../domain/trace.ts'

/** The provider could not be asked or did not give a usable answer: the outcome is unknown, ask again later. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
  /** Whether it is certain that nothing happened at the provider; otherwise it is unknown. */
  readonly not_taken: boolean
  /** Whether the provider was asked and has not taken an earlier attempt either, whose outcome was in doubt. */
  readonly never_taken: boolean

  constructor(message: string, { not_taken = false, never_taken = false } = {}) {
    super(message)
    this.not_taken = not_taken
    this.never_taken = never_taken
  }
}

/** By name, not by class: the bundled pages have their own copy of the class. */
export function isProviderUnavailable(error: unknown): error is ProviderUnavailable {
  return error instanceof Error && error.name === 'ProviderUnavailable'
}

export type ProviderAnswer = { status: number; body: unknown }
type ProviderRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  json?: unknown
  timeout_seconds: number
}

/**
 * One HTTP call to an outside service. Answers with the status and the parsed JSON body (or the text if it is not
 * JSON). Throws ProviderUnavailable on network errors, timeouts, 429 and 5xx: then it is unknown what the service did.
 * The message never holds the request's body or headers, so that logs stay free of keys and personal data.
 * No `traceparent` is sent: the service is a stranger.
 */
export function callProvider(url: URL | string, request: ProviderRequest): Promise<ProviderAnswer> {
  const { method = 'GET' } = request
  const { host, pathname } = new URL(url)
  // Numbers in a path may be somebody's; the query and the headers always are.
  const path = pathname.replace(/[^/]*\d{3}[^/]*/g, '*')
  const attributes = { 'server.address': host, 'url.path': path, 'http.request.method': method }
  return traced(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const answer = await ask(url, request)
    span?.setAttribute('http.response.status_code', answer.status)
    return answer
  })
}

async function ask(url: URL | string, request: ProviderRequest): Promise<ProviderAnswer> {
  const { host, pathname } = new URL(url)
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
      signal: AbortSignal.timeout(request.timeout_seconds * 1000),
    })
    text = await response.text()
  } catch (error) {
    throw new ProviderUnavailable(`${host}${pathname}: ${error instanceof Error ? error.message : 'no answer'}`, {
      not_taken: wasNeverReached(error),
    })
  }
  if (response.status === 429 || response.status >= 500) {
    throw new ProviderUnavailable(`${host}${pathname}: HTTP ${response.status}`, {
      not_taken: response.status === 429,
    })
  }
  const body = readJson(text)
  return { status: response.status, body: body === undefined ? text : body }
}

/** No connection was made, so the request was never read. */
function wasNeverReached(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: string }
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code ?? '')
}
