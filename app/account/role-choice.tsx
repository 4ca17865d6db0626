const choices = [
  { value: 'vendor', label: 'Vendor', hint: 'I cook and sell food.' },
  { value: 'rider', label: 'Rider', hint: 'I bring it to the door.' },
] as const

/** Spec §2: role choice buttons, Vendor or Rider. Radio buttons that look like it, so they work without scripts. */
export function RoleChoice({ error, chosen }: { error: string | undefined; chosen: string | undefined }) {
  return (
    <fieldset aria-describedby={error ? 'role-error' : undefined}>
      <legend className="font-semibold">I am a</legend>
      <div className="mt-1 grid grid-cols-2 gap-3">
        {choices.map(({ value, label, hint }) => (
          <div key={value} className="relative">
            <input
              type="radio"
              id={`role-${value}`}
              name="role"
              value={value}
              defaultChecked={chosen === value}
              aria-describedby={`role-${value}-hint`}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-control border border-line bg-surface checked:border-brand checked:bg-brand"
            />
            <div className="pointer-events-none relative px-4 py-3 text-ink peer-checked:text-white">
              <label htmlFor={`role-${value}`} className="font-semibold">
                {label}
              </label>
              <p id={`role-${value}-hint`} className="text-sm opacity-85">
                {hint}
              </p>
            </div>
          </div>
        ))}
      </div>
      {error && (
        <p id="role-error" className="mt-1 text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
