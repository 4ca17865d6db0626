import type { ReactNode } from 'react'

type FigureProps = {
  name: string
  value: string
  note?: ReactNode
  /** Name and value in one line on a phone, where several stand above what matters more. */
  flat?: boolean
}

/** A figure with its name, as the dashboards show it; part of a `dl`. */
export function Figure({ name, value, note, flat = false }: FigureProps) {
  return (
    <div
      className={
        flat ? 'card flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-3 sm:block sm:py-5' : 'card p-5'
      }
    >
      <dt className="text-ink-soft">{name}</dt>
      <dd className={`money mt-1 font-extrabold ${flat ? 'text-2xl sm:text-3xl' : 'text-3xl'}`}>{value}</dd>
      {note && <dd className="mt-1 text-sm text-ink-soft">{note}</dd>}
    </div>
  )
}
