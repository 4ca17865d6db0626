import { useSyncExternalStore } from 'react'

/** See docs/product.md#toasts. */
const SHOWN_MS = 2000

let current: string | null = null
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function tell(text: string | null): void {
  current = text
  for (const listener of listeners) listener()
}

/** Shows a short message at the top right, for two seconds unless told otherwise. */
export function toast(text: string, shown_ms = SHOWN_MS): void {
  clearTimeout(timer)
  tell(text)
  timer = setTimeout(() => tell(null), shown_ms)
}

/** The one place where toasts appear; read out by screen readers without taking the focus. */
export function Toaster() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )
  return (
    <div role="status" className="toast no-print">
      {text && <p className="sheet">{text}</p>}
    </div>
  )
}
