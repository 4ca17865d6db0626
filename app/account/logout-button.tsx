import { leavePage } from '../ui/forms/leaving.ts'
import { forgetKeptPages } from '../ui/kept-pages.ts'

/**
 * Signs out, clears the session storage, reloads. A plain HTML form, not the router's: its answer is a whole new page,
 * so nothing of the last account stays in memory.
 */
export function LogoutButton({ className, label = 'Logout' }: { className: string; label?: string }) {
  return (
    <form method="post" action={'/logout' satisfies Address} onSubmit={leave}>
      <button type="submit" className={className}>
        {label}
      </button>
    </form>
  )
}

/** Before the browser becomes somebody else's, or nobody's: what this tab keeps is forgotten. */
export function leave(): void {
  leavePage()
  sessionStorage.clear()
  forgetKeptPages()
}
