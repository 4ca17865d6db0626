/** Names and what they are, one below the other. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | null | undefined])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[fit-content(45%)_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="sm:contents">
          <dt className="text-sm text-ink-soft sm:pt-0.5">{name}</dt>
          <dd className="min-w-0 font-semibold">{value || 'Not given'}</dd>
        </div>
      ))}
    </dl>
  )
}
