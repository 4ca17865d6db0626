/**
 * Spec §2: signs out, clears the session storage, reloads. A form of the platform, not of the router: its answer is a
 * whole new page, so nothing of the last account stays in memory.
 */
export function LogoutButton({ className, label = 'Logout' }: { className: string; label?: string }) {
  return (
    <form method="post" action="/logout" onSubmit={() => sessionStorage.clear()}>
      <button type="submit" className={className}>
        {label}
      </button>
    </form>
  )
}
