import { isIP } from 'node:net'
import { createByteRoom, readIntoRoom } from '../app/request/byte-room.ts'
import { visitorOf } from '../app/request/visitor.ts'
import { plainAddress } from './plain-address.ts'

const FROM_ELSEWHERE = /^\/webhooks\//i

/**
 * Far more than any photo: up to here a route says itself, on the page with its form, that a file is too large, without
 * reading it.
 */
const LARGEST_FILE_BYTES = 64 * 1024 * 1024
const FILE_TOO_LARGE = 'This file is larger than 64 MB. Please go back and choose a smaller one; nothing else is lost.'
/** More than any webhook of Flutterwave's. */
const LARGEST_WEBHOOK_BYTES = 256 * 1024
/** Five times a full cart. */
const LARGEST_FORM_BYTES = 64 * 1024

/** Nearly every form: this much of each is counted for nobody, or one who sends slowly would shut out a campus. */
const UNCOUNTED_BYTES = 4 * 1024

/**
 * Of large forms and webhooks that are still on their way. A campus behind one address orders by a thousand at once;
 * whoever opens thousands and never ends them fills no memory, and from many addresses still keeps nobody from a form.
 */
const on_their_way = createByteRoom({
  most_in_all: 64 * 1024 * 1024,
  most_of_one: 8 * 1024 * 1024,
  always_of_one: 4 * LARGEST_FORM_BYTES,
})

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']
/** A form of any other type carries no files, wherever it is sent. */
const CARRIES_FILES = /^multipart\/form-data;/i
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data;.*boundary=)/i

type Rules = {
  /** How browsers reach us, which a proxy may hide: it may rewrite Host, and it terminates https. */
  public_url: string
  /** Whether forms to an address may carry files. Its route reads them once it knows who sends them (read-form.ts). */
  takesFiles(path: string): boolean
}

/**
 * The request for the router, or the answer to one that must not reach it: from another site, too large, or not a form.
 * A HEAD is rendered as a GET, because its headers name every script of the page.
 */
export async function incomingRequest(request: Request, rules: Rules): Promise<Request | Response> {
  const { method, headers, signal } = request
  const asked = plainAddress(request.url)
  if (asked === null) return refusal(404, 'This page does not exist.')
  if (method === 'GET' && asked === request.url) return request
  if (method === 'GET' || method === 'HEAD') return new Request(asked, { headers, signal })
  if (!CHANGES.includes(method)) return refusal(405, 'This kind of request is not accepted here.')

  const url = new URL(asked)
  const webhook = FROM_ELSEWHERE.test(url.pathname)
  // Webhooks always come from elsewhere and prove themselves by signature.
  const origin = webhook ? url.origin : ownOrigin(headers, rules.public_url)
  if (!origin) return refusal(403, 'This request came from another site.')

  const body = await readBody(request, url.pathname, rules)
  if (body instanceof Response) return body
  const own_headers = new Headers(headers)
  if (!webhook && !FORM.test(headers.get('content-type') ?? '')) {
    if (headers.has('content-type') || body.length !== 0) return refusal(415, 'Only forms are accepted here.')
    // An empty body is an empty form.
    own_headers.set('content-type', 'application/x-www-form-urlencoded')
  }
  // The router compares the origin with the address once more, so it gets the address that the browser knows.
  const address = origin + url.pathname + url.search
  const same = { method, headers: own_headers, signal, body, duplex: 'half' }
  return new Request(address, same)
}

/**
 * The page's own origin if it is ours: the public one. If that is a local name, as after `npm start`, also the
 * requested one, as long as it is local too: a phone on the same network. A name that anybody could point at us does
 * not count.
 */
function ownOrigin(headers: Headers, public_url: string): string | null {
  const origin = headers.get('origin') ?? ''
  if (!URL.canParse(origin)) return null
  const page = new URL(origin)
  const known = new URL(public_url)
  if (page.origin === known.origin) return page.origin
  const asked_here = page.host === headers.get('host') && isLocal(page) && isLocal(known)
  return asked_here ? page.origin : null
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

type Body = (Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>) & { length?: number }

/**
 * The whole body; for a file upload only its stream. A declared size can be trusted, because nothing beyond it is read.
 */
async function readBody(request: Request, path: string, rules: Rules): Promise<Body | Response> {
  const declared = request.headers.get('content-length')
  const takes_files = CARRIES_FILES.test(request.headers.get('content-type') ?? '') && rules.takesFiles(path)
  const limit = takes_files ? LARGEST_FILE_BYTES : limitOf(path)
  if (Number(declared) > limit) return takes_files ? refusal(413, FILE_TOO_LARGE) : tooLarge(limit)
  if (!request.body) return new Uint8Array()
  if (takes_files) {
    return declared === null ? refusal(411, 'The size must be declared.') : request.body
  }
  const how = { visitor: visitorOf(request), most: limit, uncounted: UNCOUNTED_BYTES }
  const body = await readIntoRoom(request.body, on_their_way, how)
  if (body === 'no_room') return refusal(503, 'A lot is going on right now. Please try again in a moment.')
  return body === 'too_large' ? tooLarge(limit) : body
}

function limitOf(path: string): number {
  return FROM_ELSEWHERE.test(path) ? LARGEST_WEBHOOK_BYTES : LARGEST_FORM_BYTES
}

function tooLarge(limit_bytes: number): Response {
  return refusal(413, `This is too large: at most ${limit_bytes / 1024} KB are accepted here.`)
}

function refusal(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
