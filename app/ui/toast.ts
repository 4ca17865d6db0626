/** See docs/product.md#toasts. */
const SHOWN_MS = 2000
/** The id of where they appear (toaster.tsx). */
export const TOASTS_ID = 'toasts'

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a short message at the top right, for two seconds unless told otherwise; also before the page is awake. */
export function toast(text: string, shown_ms = SHOWN_MS): void {
  const message = document.createElement('p')
  message.className = 'sheet'
  message.textContent = text
  document.getElementById(TOASTS_ID)?.replaceChildren(message)
  clearTimeout(timer)
  timer = setTimeout(() => message.remove(), shown_ms)
}
