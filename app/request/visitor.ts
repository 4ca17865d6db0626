/**
 * Who asks, for rate limits: the address that server/http.ts took from the connection or, behind a trusted proxy, from
 * its header. A campus shares one address, so limits by it are generous.
 */
export const VISITOR_HEADER = 'x-visitor-address'

export function visitorOf(request: Request): string {
  return request.headers.get(VISITOR_HEADER) ?? 'unknown'
}
