import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

const IPV4_WITHIN = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const GROUPS_OF_A_SITE = 3

/**
 * Whose request it is, for limits: the address of the connection or, behind our own proxy, the one that it names last.
 * Of an IPv6 address only the site (/48): one machine is given all of it for nothing, and would have a limit of its own
 * with each of its 65,536 networks (docs/decisions/013).
 */
export function visitorAddress(request: IncomingMessage, trust_proxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim()
  return networkOf(trust_proxy && forwarded ? forwarded : (request.socket.remoteAddress ?? 'unknown'))
}

function networkOf(address: string): string {
  const [, ipv4] = IPV4_WITHIN.exec(address) ?? []
  if (ipv4) return ipv4
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  // An address has many spellings; a URL has one.
  const [before = '', after = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [before, after].map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(GROUPS - (left?.length ?? 0) - (right?.length ?? 0)).fill('0')
  const groups = [...(left ?? []), ...zeros, ...(right ?? [])]
  return `${groups.slice(0, GROUPS_OF_A_SITE).join(':')}::/48`
}
