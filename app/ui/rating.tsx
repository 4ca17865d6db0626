/** A vendor's rating out of five; nothing is shown for one that nobody rated yet. */
export function Rating({ value }: { value: number | null }) {
  if (value === null) return null
  return (
    <span className="shrink-0 rounded-full bg-warn-soft px-2 py-0.5 text-sm font-bold text-warn">
      <span aria-hidden="true">★ {value.toFixed(1)}</span>
      <span className="sr-only">Rated {value.toFixed(1)} out of 5</span>
    </span>
  )
}
