/** A vendor's rating out of five and by how many; one that nobody rated yet is new. */
export function Rating({ value, count }: { value: number | null; count: number }) {
  return (
    <span className="shrink-0 rounded-full bg-warn-soft px-2 py-0.5 text-sm font-bold text-warn">
      {value === null ? (
        'New'
      ) : (
        <>
          <span aria-hidden="true">
            ★ {value.toFixed(1)}
            {count > 0 && <span className="font-normal"> ({count})</span>}
          </span>
          <span className="sr-only">{`Rated ${value.toFixed(1)} out of 5 by ${count}`}</span>
        </>
      )}
    </span>
  )
}
