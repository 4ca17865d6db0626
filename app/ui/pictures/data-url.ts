/**
 * A picture as an address of its own, for a preview: our Content-Security-Policy allows no blob addresses. Null if
 * unreadable.
 */
export function dataUrl(picture: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(picture)
  })
}
