import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID_HEADER } from '../app/request/request-id.ts'

/** As nginx, Caddy and Envoy make them. A longer one, or one of other signs, could tell of a person. */
const WELL_FORMED = /^[0-9a-f-]{16,64}$/i

const under_way = new AsyncLocalStorage<string>()

/** The number of a request: the one that a proxy of ours gave it, else a new one. */
export function requestIdOf(request: IncomingMessage, trust_proxy: boolean): string {
  const given = trust_proxy ? request.headers[REQUEST_ID_HEADER] : undefined
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : newId()
}

/** Of a uuid's random digits: Node takes what is random for many uuids at once, and asks the system for each else. */
function newId(): string {
  const uuid = randomUUID()
  return uuid.slice(24) + uuid.slice(9, 13)
}

/** Answers a request; every line that is logged meanwhile carries its number. */
export function withRequestId<Result>(request_id: string, answer: () => Result): Result {
  return under_way.run(request_id, answer)
}

/** What a log line says of the request that it is written for; nothing where it is written for none. */
export function requestFields(): { request_id?: string } {
  const request_id = under_way.getStore()
  return request_id === undefined ? {} : { request_id }
}
