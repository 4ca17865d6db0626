import { useId, useState } from 'react'
import { FieldError, useAnswered } from '../../ui/forms/field.tsx'
import { dataUrl } from '../../ui/pictures/data-url.ts'
import { shrinkPhoto } from '../../ui/pictures/shrink-photo.ts'

/** The photo of a step. It shows once it is chosen, and is sent with the step. */
export function PhotoInput({ name, required = true }: { name: string; required?: boolean }) {
  const { error } = useAnswered(name)
  const id = useId()
  const [preview, setPreview] = useState<string | null>(null)
  const show = async (file: File | undefined) => {
    const photo = file ? await shrinkPhoto(file) : null
    setPreview(photo && (await dataUrl(photo)))
  }
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {required ? 'Photo' : 'Photo, if you can'}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-4">
        {preview && (
          <img
            src={preview}
            alt="What you chose"
            className="aspect-4/3 w-32 shrink-0 rounded-control border border-line object-cover"
          />
        )}
        <input
          id={id}
          type="file"
          name={name}
          accept="image/*"
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="w-full max-w-full min-w-0 grow basis-40 file-field"
          onChange={(event) => void show(event.currentTarget.files?.[0])}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} role="alert" />
    </div>
  )
}
