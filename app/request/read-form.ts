import { data } from 'react-router'
import { plainText, typedText } from '../../domain/plain-text.ts'
import { createByteRoom, readIntoRoom } from './byte-room.ts'
import { isWithinBounds } from './form-bounds.ts'
import { visitorOf } from './visitor.ts'

/** Room for the names and borders of a form around its file. */
const OVERHEAD_BYTES = 64 * 1024

/** See docs/product.md#pictures. */
export const LARGEST_PICTURE_BYTES = 15 * 1024 * 1024

/** A campus of 800 places and ways is a third of this. */
export const LARGEST_CAMPUS_BYTES = 1024 * 1024

/** A whole menu of 500 dishes is a tenth of this. */
export const LARGEST_MENU_BYTES = 1024 * 1024

/**
 * Of unfinished files: two of the largest in all, or many phone photos, and one of a visitor, so that nobody at another
 * address is kept from sending one. What a form may have without a file is not counted here: whoever sends files slowly
 * shuts out no order and no login.
 */
const files_on_their_way = createByteRoom({ most_in_all: 32 * 1024 * 1024, most_of_one: 16 * 1024 * 1024 })

/**
 * The form in a request, or null when it is larger than `limit_bytes` or outside the bounds of our forms. A declared
 * size is believed at once, and reading stops as soon as more arrives. What is no form has no fields. Throws the answer
 * 503 to a file while all requests together, or those of its visitor, send more than we keep in memory.
 */
export async function readForm(request: Request, limit_bytes: number): Promise<FormData | null> {
  const body = await readBody(request, limit_bytes + OVERHEAD_BYTES)
  if (!body || !isWithinBounds(typeOf(request), body)) return null
  return (await parseForm(request, body)) ?? new FormData()
}

/**
 * The fields of a form without files. Throws the answer to what none of our forms sends: 413 for one that is too large,
 * 400 for one that cannot be read. The screen's error boundary has the words.
 */
export async function readFields(request: Request): Promise<FormData> {
  const body = await readBody(request, OVERHEAD_BYTES)
  if (!body || !isWithinBounds(typeOf(request), body)) throw data(null, 413)
  const form = await parseForm(request, body)
  if (!form) throw data(null, 400)
  return form
}

async function readBody(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length')) > limit) return null
  if (!request.body) return Buffer.alloc(0)
  const visitor = visitorOf(request)
  const body = await readIntoRoom(request.body, files_on_their_way, { visitor, most: limit, uncounted: OVERHEAD_BYTES })
  if (body === 'no_room') throw data(null, 503)
  return body === 'too_large' ? null : body
}

function typeOf(request: Request): string {
  return request.headers.get('content-type') ?? ''
}

async function parseForm(request: Request, body: Buffer<ArrayBuffer>): Promise<FormData | null> {
  try {
    return plainForm(await new Response(body, { headers: { 'content-type': typeOf(request) } }).formData())
  } catch {
    return null
  }
}

/** All fields come in through here, so what they hold can be stored, and shows whole. */
function plainForm(form: FormData): FormData {
  const plain = new FormData()
  for (const [name, value] of form) plain.append(name, typeof value === 'string' ? plainField(name, value) : value)
  return plain
}

/** Passwords are what they always were, and the others are compared with what was stored before. */
const AS_SENT = ['password', 'current', 'confirmation', '_cart', 'version']

const plainField = (name: string, value: string) => (AS_SENT.includes(name) ? plainText(value) : typedText(value))

/** A chosen file; null where none was chosen. */
export async function fileOf(form: FormData, name: string): Promise<Buffer | null> {
  const value = form.get(name)
  return value instanceof File && value.size > 0 ? Buffer.from(await value.arrayBuffer()) : null
}
