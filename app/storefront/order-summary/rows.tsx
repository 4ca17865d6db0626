import { formatNaira, type Kobo } from '../../../domain/money.ts'

/** A name and its value, inside a two-column <dl>. */
export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium">{value}</dd>
    </>
  )
}

/** A name and an amount at the ends of a line, inside a <dl>. */
export function Sum({ name, kobo, strong = false }: { name: string; kobo: Kobo; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'pt-1 text-lg font-extrabold' : ''}`}>
      <dt>{name}</dt>
      <dd className="money">{formatNaira(kobo)}</dd>
    </div>
  )
}
