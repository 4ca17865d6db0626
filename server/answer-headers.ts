import type { IncomingMessage, ServerResponse } from 'node:http'

/** Pictures may be shown elsewhere: in a link's preview, in the payment window. */
const SHOWN_ELSEWHERE = /^\/images\/|\.(png|webp|svg|ico)$/i

/**
 * What every answer carries, whatever makes it: a page, one from memory, a file, an error, a stream. Set on the answer
 * before anything else looks at the request. Headers of documents only stand in finish-response.ts.
 */
export function setAnswerHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  public_url: string,
): void {
  const [path = ''] = (request.url ?? '').split('?')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader(
    'cross-origin-resource-policy',
    SHOWN_ELSEWHERE.test(path) ? 'cross-origin' : 'same-origin',
  )
  // Where browsers reach us over https they are told never to try anything else.
  if (public_url.startsWith('https:')) {
    response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}
