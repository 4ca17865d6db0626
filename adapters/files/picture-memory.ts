/** Room for the dishes of a campus in the widths that phones ask for. */
const MOST_BYTES = 64_000_000
/** Another process may just be storing it. */
const MISSING_MS = 5000
const MOST_MISSING = 10_000

/**
 * Keeps in memory what was read, the least recently asked for makes room; many who ask for one at a time read it once.
 * What is not there is asked for anew after five seconds, or at once after `forget`, which whoever stores it calls.
 */
export function rememberPictures(
  read: (file: string) => Promise<Uint8Array | null>,
  most_bytes = MOST_BYTES,
  nowMs = () => performance.now(),
) {
  const pictures = new Map<string, Uint8Array>()
  const reading = new Map<string, Promise<Uint8Array | null>>()
  /** Until when what was not there is taken for missing, the oldest first. */
  const missing = new Map<string, number>()
  let bytes = 0

  const drop = (file: string) => {
    bytes -= pictures.get(file)?.length ?? 0
    pictures.delete(file)
  }
  const keep = (file: string, picture: Uint8Array) => {
    drop(file)
    pictures.set(file, picture)
    bytes += picture.length
    for (const [longest_unasked] of pictures) {
      if (bytes <= most_bytes) break
      drop(longest_unasked)
    }
  }
  const miss = (file: string) => {
    missing.delete(file)
    missing.set(file, nowMs() + MISSING_MS)
    const [oldest] = missing.keys()
    if (missing.size > MOST_MISSING && oldest !== undefined) missing.delete(oldest)
  }
  const readOnce = (file: string) => {
    const known = reading.get(file)
    if (known) return known
    const begun = read(file)
      .then((picture) => {
        // What was stored or removed meanwhile is not what this question found.
        if (reading.get(file) !== begun) return picture
        if (picture) keep(file, picture)
        else miss(file)
        return picture
      })
      .finally(() => {
        if (reading.get(file) === begun) reading.delete(file)
      })
    reading.set(file, begun)
    return begun
  }
  /** What is known without asking: the picture, null for one that is not there, undefined where nobody knows. */
  const known = (file: string): Uint8Array | null | undefined => {
    const picture = pictures.get(file)
    if (!picture) return (missing.get(file) ?? 0) > nowMs() ? null : undefined
    keep(file, picture)
    return picture
  }
  return {
    known,
    async read(file: string): Promise<Uint8Array | null> {
      const picture = known(file)
      return picture === undefined ? readOnce(file) : picture
    },
    forget(file: string) {
      drop(file)
      missing.delete(file)
      reading.delete(file)
    },
  }
}
