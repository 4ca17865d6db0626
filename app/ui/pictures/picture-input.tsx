import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FieldError, useAnswered } from '../forms/field.tsx'
import { dataUrl } from './data-url.ts'
import { Picture } from './picture.tsx'
import { pictureProblem, type UploadWords, uploadPicture } from './upload-picture.ts'

/**
 * A picture of a form: chosen, sent at once with its progress shown, and seen before it is saved. The form carries its
 * address in a hidden field; without script the file itself goes along as `picture`.
 */
export function PictureInput(props: {
  /** The hidden field. */
  name: string
  label: string
  /** What makes a good one. */
  advice?: string
  address: string
  /** What to say when the upload fails. */
  words: UploadWords
  onChange(address: string): void
  /** So that nobody saves a form whose picture is still on its way. */
  onBusy(busy: boolean): void
}) {
  const id = useId()
  const latest = useRef(0)
  const [progress, setProgress] = useState<number | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const answered = useAnswered(props.name)
  const error = problem ?? answered.error

  const leave = useEffectEvent(() => {
    // The form is gone, so nobody waits for a picture that is still on its way.
    latest.current = Number.POSITIVE_INFINITY
    if (progress !== null) props.onBusy(false)
  })
  useEffect(() => leave, [])

  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (!file) return
    const wrong = pictureProblem(file)
    setProblem(wrong)
    input.value = ''
    if (wrong) return
    const turn = ++latest.current
    setProgress(0)
    props.onBusy(true)
    void dataUrl(file).then((url) => turn === latest.current && setPreview(url))
    const answer = await uploadPicture(file, props.words, (part) => turn === latest.current && setProgress(part))
    // A second picture was chosen while the first was on its way.
    if (turn !== latest.current) return
    setProgress(null)
    setPreview(null)
    props.onBusy(false)
    if ('address' in answer) props.onChange(answer.address)
    else setProblem(answer.problem)
  }

  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {props.label}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-4">
        <div className="w-32 shrink-0 overflow-hidden rounded-control border border-line">
          {preview ? (
            <img src={preview} alt="Chosen, not uploaded yet" className="aspect-4/3 w-full object-cover" />
          ) : (
            <Picture src={props.address || null} alt="" sizes="8rem" className="aspect-4/3 w-full" />
          )}
        </div>
        <div className="min-w-0 grow basis-40">
          <input
            id={id}
            type="file"
            name="picture"
            accept="image/*"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : `${id}-hint`}
            className="w-full max-w-full file-field"
            onChange={(event) => void choose(event.currentTarget)}
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
            {props.advice} JPEG, PNG, WebP, AVIF or GIF, at most 15 MB.
          </p>
        </div>
      </div>
      <input type="hidden" name={props.name} value={props.address} />
      {progress !== null && (
        <p className="mt-2 flex items-center gap-3 text-sm" role="status">
          <progress aria-label="Upload" max={1} value={progress} className="grow" />
          <span>{progress < 1 ? 'Uploading…' : 'One moment…'}</span>
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} role="alert" />
    </div>
  )
}
