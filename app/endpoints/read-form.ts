/** Room for the names and borders of a form around its file. */
const OVERHEAD_BYTES = 64 * 1024

/** Spec §5: a logo is at most 15 MB. */
export const LARGEST_PICTURE_BYTES = 15 * 1024 * 1024

/**
 * The form in a request, or null when it is larger than `limit_bytes`: a declared size is believed at once, and reading
 * stops as soon as more arrives than that.
 */
export async function readForm(request: Request, limit_bytes: number): Promise<FormData | null> {
  const limit = limit_bytes + OVERHEAD_BYTES
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
  const type = request.headers.get('content-type') ?? ''
  try {
    return await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
  } catch {
    // What is no form holds no field.
    return new FormData()
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
