import type { IncomingMessage, ServerResponse } from 'node:http'

/** Pictures may be shown elsewhere: in a link's preview, in the payment window. */
const SHOWN_ELSEWHERE = /^\/(images|share)\/|\.(png|webp|svg|ico)$/i

/**
 * The headers of every answer: a page, one from the cache, a file, an error, a stream. Headers only for documents are
 * in finish-response.ts.
 */
export function answerHeaders(path: string, public_url: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': SHOWN_ELSEWHERE.test(path) ? 'cross-origin' : 'same-origin',
    // If browsers reach us over https, they must never try anything else.
    ...(public_url.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Sets them before an answer is made; a cached page has its own, because each header that is set costs time. */
export function setAnswerHeaders(request: IncomingMessage, response: ServerResponse, public_url: string): void {
  const [path = ''] = (request.url ?? '').split('?')
  for (const [name, value] of Object.entries(answerHeaders(path, public_url))) response.setHeader(name, value)
}
