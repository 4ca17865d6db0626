/**
 * A sign beside words that say the same; screen readers pass over it. `path` is drawn in strokes on a grid of 24. Each
 * stands where it is shown, so that no page loads those of another; back offices use lucide.
 */
export function Icon({ path, className = 'size-5' }: { path: string; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}
