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

/** A name and an amount at the ends of a line, inside a <dl>; `part` where the next line holds it already. */
export function Sum(props: { name: string; kobo: Kobo; strong?: boolean; part?: boolean }) {
  const { name, kobo, strong, part } = props
  const look = strong ? 'pt-1 text-lg font-extrabold' : part ? 'pl-4 text-sm text-ink-soft' : ''
  return (
    <div className={`flex justify-between gap-4 ${look}`}>
      <dt>{name}</dt>
      <dd className="money">{formatNaira(kobo)}</dd>
    </div>
  )
}
