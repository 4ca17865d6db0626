import { type ReactNode, useId } from 'react'
import { FieldError, useAnswered } from './field.tsx'

type FileFieldProps = { name: string; label: string; accept: string; hint?: ReactNode; error?: string | undefined }

/** A labelled file with its error, which stands with its form or is given. */
export function FileField({ name, label, accept, hint, error }: FileFieldProps) {
  const id = useId()
  const answered = useAnswered(name)
  const wrong = error ?? answered.error
  return (
    <div className="min-w-0 max-w-full">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        name={name}
        accept={accept}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={`${id}-about`}
        className="mt-1 block w-full max-w-full file-field"
      />
      <div id={`${id}-about`}>
        {hint && <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
        <FieldError role="alert" error={wrong} />
      </div>
    </div>
  )
}
