import { TOASTS_ID } from './toast.ts'

const nothing = { __html: '' }

/** The one place where toasts appear; read out by screen readers without taking the focus. */
export function Toaster() {
  return (
    <div
      id={TOASTS_ID}
      role="status"
      className="toast no-print"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; only `toast` writes here.
      dangerouslySetInnerHTML={nothing}
    />
  )
}
