import { data } from 'react-router'

/** Room for the names and borders of a form around its file. */
const OVERHEAD_BYTES = 64 * 1024

/** Spec §5: a logo is at most 15 MB. */
export const LARGEST_PICTURE_BYTES = 15 * 1024 * 1024

/** A cart of as many dishes as we cook at once, each with a dozen choices, is half of this. */
export const LARGEST_CART_BYTES = 256 * 1024

/** A whole menu of 500 dishes is a tenth of this. */
export const LARGEST_MENU_BYTES = 1024 * 1024

/**
 * The form in a request, or null when it is larger than `limit_bytes`: a declared size is believed at once, and reading
 * stops as soon as more arrives than that. What is no form holds no field.
 */
export async function readForm(request: Request, limit_bytes: number): Promise<FormData | null> {
  const body = await readBody(request, limit_bytes + OVERHEAD_BYTES)
  return body && ((await parseForm(request, body)) ?? new FormData())
}

/**
 * The fields of a form without files. Throws the answer to whatever no form of ours sends: 413 for one that is too large,
 * 400 for one that cannot be read; the screen's error boundary has the words.
 */
export async function readFields(request: Request): Promise<FormData> {
  const body = await readBody(request, OVERHEAD_BYTES)
  if (!body) throw data(null, 413)
  const form = await parseForm(request, body)
  if (!form) throw data(null, 400)
  return form
}

async function readBody(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length')) > limit) return null
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > limit) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}

async function parseForm(request: Request, body: Buffer<ArrayBuffer>): Promise<FormData | null> {
  const type = request.headers.get('content-type') ?? ''
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch {
    return null
  }
}

/** A text field, trimmed by nobody; empty where it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A chosen file; null where none was chosen. */
export async function fileOf(form: FormData, name: string): Promise<Buffer | null> {
  const value = form.get(name)
  return value instanceof File && value.size > 0 ? Buffer.from(await value.arrayBuffer()) : null
}
