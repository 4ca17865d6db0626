import { use, useState } from 'react'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'

type DegreeFieldProps = { name: string; label: string; degrees: number; onMove(degrees: number): void }

/** Where something on the map is, in figures: it follows what is moved there, and moves it once it is left. */
export function DegreeField({ name, label, degrees, onMove }: DegreeFieldProps) {
  const refused = use(RefusedContext)
  // What was refused comes back as it was typed, until something is moved.
  const [first] = useState(degrees)
  const [is_moved, setMoved] = useState(false)
  if (!is_moved && degrees !== first) setMoved(true)
  return (
    <RefusedContext value={refused && is_moved ? { ...refused, typed: {} } : refused}>
      <Field
        key={degrees}
        name={name}
        label={label}
        defaultValue={degrees}
        inputMode="decimal"
        autoComplete="off"
        onBlur={({ target: { value } }) => {
          const typed = Number(value)
          if (value.trim() !== '' && Number.isFinite(typed)) onMove(typed)
        }}
      />
    </RefusedContext>
  )
}
