import type { ReactNode } from 'react'

/** A part of a screen with its heading, whose `id` names the part. */
export function Titled(props: { id: string; title: ReactNode; className?: string; children: ReactNode }) {
  const { id, title, className, children } = props
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}
