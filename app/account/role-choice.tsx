import { FieldError, useAnswered } from '../ui/forms/field.tsx'

const choices = [
  { value: 'vendor', label: 'Vendor', hint: 'I cook and sell food.' },
  { value: 'rider', label: 'Rider', hint: 'I bring it to the door.' },
] as const

const card =
  'absolute inset-0 size-full appearance-none rounded-control border border-edge bg-surface ' +
  'checked:border-brand checked:bg-brand'

/** Vendor or Rider, as radio buttons, so that it works without scripts. */
export function RoleChoice() {
  const { error, typed } = useAnswered('role')
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
              defaultChecked={typed === value}
              className={`peer ${card}`}
            />
            <label
              htmlFor={`role-${value}`}
              className="relative block cursor-pointer px-4 pt-3 font-semibold text-ink peer-checked:text-white"
            >
              {label} <span className="block pb-3 text-sm font-normal opacity-85">{hint}</span>
            </label>
          </div>
        ))}
      </div>
      <FieldError id="role-error" error={error} />
    </fieldset>
  )
}
