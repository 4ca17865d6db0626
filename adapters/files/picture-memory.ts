/** Room for the dishes of a campus in the widths that phones ask for. */
const MOST_BYTES = 64_000_000

/**
 * Keeps in memory what was read, the least recently asked for makes room; many who ask for one at a time read it once.
 * What is not there is asked for anew each time, because another process may just be storing it.
 */
export function rememberPictures(read: (file: string) => Promise<Uint8Array | null>, most_bytes = MOST_BYTES) {
  const pictures = new Map<string, Uint8Array>()
  const reading = new Map<string, Promise<Uint8Array | null>>()
  let bytes = 0

  const forget = (file: string) => {
    bytes -= pictures.get(file)?.length ?? 0
    pictures.delete(file)
  }
  const keep = (file: string, picture: Uint8Array) => {
    forget(file)
    pictures.set(file, picture)
    bytes += picture.length
    for (const [longest_unasked] of pictures) {
      if (bytes <= most_bytes) break
      forget(longest_unasked)
    }
  }
  const readOnce = (file: string) => {
    const known = reading.get(file)
    if (known) return known
    const begun = read(file).finally(() => reading.delete(file))
    reading.set(file, begun)
    return begun
  }
  return {
    async read(file: string): Promise<Uint8Array | null> {
      const picture = pictures.get(file) ?? (await readOnce(file))
      if (picture) keep(file, picture)
      return picture
    },
    forget,
  }
}
